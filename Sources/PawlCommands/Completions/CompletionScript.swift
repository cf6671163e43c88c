/// The scripts that shells read. They ask `pawl complete` for every word, so that they never say anything else than the program.
package enum CompletionScript: String, Sendable, CaseIterable {
    /// GNU Bash, 4.2 or newer.
    case bash
    /// Z shell.
    case zsh
    /// fish, 3 or newer.
    case fish

    /// How to switch it on.
    package var usage: String {
        switch self {
        case .bash: "source <(pawl completions bash)"
        case .zsh: "source <(pawl completions zsh)"
        case .fish: "pawl completions fish | source"
        }
    }

    /// The script.
    package var text: String {
        switch self {
        case .bash: Self.bashText
        case .zsh: Self.zshText
        case .fish: Self.fishText
        }
    }

    private static let bashText = #"""
        # Completions of pawl for bash. In ~/.bashrc: source <(pawl completions bash)
        _pawl() {
            local -a words=()
            local word last current cut candidate
            # Bash splits at = and :, pawl does not.
            for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
                if [[ ${#words[@]} -gt 0 && ( $word == [=:]* || ${words[${#words[@]}-1]} == *[=:] ) ]]; then
                    words[${#words[@]}-1]+=$word
                else
                    words+=("$word")
                fi
            done
            last=${COMP_WORDS[COMP_CWORD]}
            [[ $last == [=:] ]] && last=
            current=${words[${#words[@]}-1]}
            cut=${current%"$last"}
            COMPREPLY=()
            while IFS=$'\t' read -r candidate _; do
                case $candidate in
                :files | :folders)
                    compopt -o filenames 2>/dev/null
                    local -a found=()
                    if [[ $candidate == :files ]]; then mapfile -t found < <(compgen -f -- "$last"); else mapfile -t found < <(compgen -d -- "$last"); fi
                    COMPREPLY+=("${found[@]}")
                    ;;
                *)
                    printf -v candidate %q "${candidate#"$cut"}"
                    COMPREPLY+=("$candidate")
                    ;;
                esac
            done < <("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null)
        }
        complete -F _pawl pawl

        """#

    private static let zshText = #"""
        #compdef pawl
        # Completions of pawl for zsh. In ~/.zshrc, after compinit: source <(pawl completions zsh)
        _pawl() {
            local line value meaning
            local -a candidates
            for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
                value=${line%%$'\t'*}
                meaning=${line#"$value"}
                meaning=${meaning#$'\t'}
                case $value in
                '') ;;
                :files) _files ;;
                :folders) _files -/ ;;
                *) candidates+=("${value//:/\\:}${meaning:+:$meaning}") ;;
                esac
            done
            if (( ${#candidates} )); then _describe -V pawl candidates; fi
        }
        if [ "${funcstack[1]}" = _pawl ]; then _pawl "$@"; else compdef _pawl pawl; fi

        """#

    private static let fishText = #"""
        # Completions of pawl for fish. In ~/.config/fish/config.fish: pawl completions fish | source
        function __pawl_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            for line in ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
                switch $line
                    case ':files'
                        __fish_complete_path "$current"
                    case ':folders'
                        __fish_complete_directories "$current"
                    case '*'
                        echo $line
                end
            end
        end
        complete -c pawl -f -k -a '(__pawl_complete)'

        """#
}
