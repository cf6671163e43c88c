import CYAML

extension YAMLReader {
    /// The version of the libyaml at work.
    package static var libraryVersion: String { String(cString: yaml_get_version_string()) }
}
