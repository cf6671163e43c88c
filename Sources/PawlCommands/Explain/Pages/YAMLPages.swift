/// The pages of what YAML itself is wrong about.
enum YAMLPages {
    static let pages: [ErrorPage] = [
        ErrorPage(
            1, #"the file is too large"#,
            meaning: #"A workflow file may have 1 MB. Larger files are refused before anything is read."#,
            example: #"a file of 2 MB"#,
            fix: #"Split the workflow, or move data out of it."#),
        ErrorPage(
            2, #"the file is not UTF-8"#,
            meaning: #"Pawl reads UTF-8 and nothing else, so that text means the same everywhere."#,
            example: #"a file saved as UTF-16 or Latin-1"#,
            fix: #"Save the file as UTF-8."#),
        ErrorPage(
            3, #"a control character"#,
            meaning: #"Control characters, NUL among them, have no place in a text file."#,
            example: #"a NUL byte in a name"#,
            fix: #"Remove the character. In double quotes it can be written as an escape, such as "\u0007"."#),
        ErrorPage(
            4, #"an unusual line break"#,
            meaning: #"A character that some programs take for a line break and others do not makes positions ambiguous."#,
            example: #"U+2028 between two words"#,
            fix: #"Use plain line feeds."#),
        ErrorPage(
            5, #"a directive that is not taken"#,
            meaning: #"Only one %YAML directive, of version 1.1 or 1.2, is taken; %TAG and others are refused."#,
            example: #"%TAG ! tag:example.com,2026:"#,
            fix: #"Remove the directive."#),
        ErrorPage(
            6, #"the file is empty"#,
            meaning: #"There is no document in the file."#,
            example: #"a file with only comments"#,
            fix: #"Write a workflow: it begins with `workflow: name`."#),
        ErrorPage(
            7, #"several documents"#,
            meaning: #"One file holds one workflow, so one YAML document."#,
            example: #"two parts with --- between them"#,
            fix: #"Put each document in a file of its own."#),
        ErrorPage(
            8, #"nested too deeply"#,
            meaning: #"Lists and maps may be nested 64 deep."#,
            example: #"[[[[ … ]]]]"#,
            fix: #"Flatten the data."#),
        ErrorPage(
            9, #"too many nodes"#,
            meaning: #"One file may hold 200,000 keys and values."#,
            example: #"a generated list of a million numbers"#,
            fix: #"Move the data out of the file."#),
        ErrorPage(
            10, #"aliases that grow too large"#,
            meaning: #"Aliases may add 10,000 nodes in all; more is how small files are made to explode."#,
            example: #"nine anchors, each a list of nine aliases of the one before"#,
            fix: #"Write the value where it is needed."#),
        ErrorPage(
            11, #"an alias without an anchor"#,
            meaning: #"A word that begins with * is an alias, and no anchor of that name comes before it."#,
            example: #"on: *Cancel"#,
            fix: #"Quote the text if it is meant as one: "*Cancel". Otherwise write the anchor first: &Cancel."#),
        ErrorPage(
            12, #"a key that is there twice"#,
            meaning: #"A map has each key once; the second would silently win in many programs."#,
            example: #"on: { Pay: A, Pay: B }"#,
            fix: #"Remove one of the two. For two targets of one event write a list."#),
        ErrorPage(
            13, #"an unknown tag"#,
            meaning: #"A word that begins with ! is a tag in YAML, and Pawl knows only those of the core schema."#,
            example: #"when: !state.ready"#,
            fix: #"Quote an expression that begins with an exclamation mark: when: "!state.ready"."#),
        ErrorPage(
            14, #"a tag that does not fit its value"#,
            meaning: #"The tag says one type and the value is another."#,
            example: #"!!int abc"#,
            fix: #"Remove the tag: the place says which type is meant."#),
        ErrorPage(
            15, #"a merge key"#,
            meaning: #"Merge keys (<<) belong to YAML 1.1 and are not taken."#,
            example: #"<<: *defaults"#,
            fix: #"Write the keys out."#),
        ErrorPage(
            16, #"a key that is no text"#,
            meaning: #"Keys are texts."#,
            example: #"? [a, b]"#,
            fix: #"Use a text as the key."#),
        ErrorPage(
            17, #"a key that is too long"#,
            meaning: #"A key without quotes may have 1,024 bytes."#,
            example: #"a key of a megabyte"#,
            fix: #"Shorten the key."#),
        ErrorPage(
            18, #"an anchor defined again"#,
            meaning: #"A later anchor of the same name takes the place of the earlier one for all that follows."#,
            example: #"two times &item"#,
            fix: #"Give them different names."#),
        ErrorPage(
            19, #"a comment cuts a value short"#,
            meaning: #"A # after a space begins a comment, and this one seems to hold a part of the value."#,
            example: #"message: Order #${ input.id }"#,
            fix: #"Quote the value: "Order #${ input.id }"."#),
        ErrorPage(
            20, #"a comma cuts a value short"#,
            meaning: #"Inside { } a comma ends the value, and what followed became a key of its own."#,
            example: #"{ when: f(a, b) }"#,
            fix: #"Quote the value: { when: "f(a, b)" }."#),
        ErrorPage(
            21, #"a tab"#,
            meaning: #"Tabs cannot indent in YAML."#,
            example: #"a line that begins with a tab"#,
            fix: #"Indent with spaces."#),
        ErrorPage(
            22, #"a stray colon"#,
            meaning: #"A colon with a space behind it inside a value makes YAML see a key."#,
            example: #"when: a ? b : c"#,
            fix: #"Quote the value: "a ? b : c"."#),
        ErrorPage(
            23, #"a key under a text"#,
            meaning: #"The line above has a value already, so it cannot hold keys."#,
            example: #"a: b with c: d indented below it"#,
            fix: #"Remove the value, or the indentation."#),
        ErrorPage(
            24, #"a bare star"#,
            meaning: #"A lone * is an alias in YAML."#,
            example: #"from: *"#,
            fix: #"Quote it: from: "*"."#),
        ErrorPage(
            25, #"a bare ampersand"#,
            meaning: #"A word that begins with & is an anchor in YAML."#,
            example: #"when: &&ready"#,
            fix: #"Quote the value."#),
        ErrorPage(
            26, #"a reserved character"#,
            meaning: #"@ and ` cannot begin a value without quotes."#,
            example: #"name: @home"#,
            fix: #"Quote the value."#),
        ErrorPage(
            27, #"text behind a value"#,
            meaning: #"A quoted value or a closed bracket ends there, and more text follows on the line."#,
            example: #"when: "a" == b"#,
            fix: #"Quote the whole value: '"a" == b'."#),
        ErrorPage(
            28, #"an expression in brackets"#,
            meaning: #"Inside { } or [ ] the expression must be quoted, since its braces, commas and colons mean something there."#,
            example: #"{ to: ${ state.next } }"#,
            fix: #"Quote it: { to: "${ state.next }" }."#),
        ErrorPage(
            29, #"a missing colon"#,
            meaning: #"A key needs a colon and a space behind it."#,
            example: "workflow: order\nstates\ninitial: Paying",
            fix: #"Write states: with its colon."#),
        ErrorPage(
            30, #"a quote that does not close"#,
            meaning: #"The text begins with a quote and never ends."#,
            example: #"name: "Ada"#,
            fix: #"Add the closing quote."#),
        ErrorPage(
            31, #"a bracket that does not close"#,
            meaning: #"A [ or { has no partner."#,
            example: #"on: [A, B"#,
            fix: #"Add the closing bracket."#),
        ErrorPage(
            32, #"a missing comma"#,
            meaning: #"Elements in brackets are apart by commas."#,
            example: #"from: ["A" "B"]"#,
            fix: #"Add the comma."#),
        ErrorPage(
            33, #"an unknown escape"#,
            meaning: #"In double quotes a backslash begins an escape, and this one does not exist."#,
            example: #""\d+""#,
            fix: #"Double the backslash, or use single quotes."#),
        ErrorPage(
            34, #"indentation that does not fit"#,
            meaning: #"The line begins at a column where no open map or list has its entries."#,
            example: #"a key between two levels"#,
            fix: #"Align it with its neighbours."#),
        ErrorPage(
            35, #"not YAML"#,
            meaning: #"The text is not YAML in a way that has no page of its own. The message says what the reader expected."#,
            example: #"]:"#,
            fix: #"Look at the place and the line before it."#),
        ErrorPage(
            36, #"out of memory"#,
            meaning: #"The YAML reader could not get memory."#,
            example: #"a machine without free memory"#,
            fix: #"Free memory and try again."#),
    ]
}
