package import PawlKit

extension Ports {
    /// The ports of this computer.
    ///
    /// Making them touches nothing: files, programs and the network are asked when somebody asks the port.
    package static func system(log: any Log = DefaultLog()) -> Ports {
        Ports(
            clock: DefaultClock(), identifiers: DefaultIdentifiers(), files: DefaultFiles(), processes: DefaultProcesses(),
            http: DefaultHTTPClient(), environment: DefaultEnvironment(), timeZones: DefaultTimeZones(), log: log
        )
    }
}
