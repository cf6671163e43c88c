/// Everything outside that the engine and its handlers may touch, in one value.
public struct Ports: Sendable {
    /// The time.
    public var clock: any WallClock
    /// New identifiers.
    public var identifiers: any Identifiers
    /// Files.
    public var files: any Files
    /// Child processes.
    public var processes: any Processes
    /// HTTP.
    public var http: any HTTPClient
    /// Environment variables and secrets.
    public var environment: any Environment
    /// Time zones.
    public var timeZones: any TimeZones
    /// The log.
    public var log: any Log

    /// Creates a set of ports.
    public init(
        clock: any WallClock, identifiers: any Identifiers, files: any Files, processes: any Processes, http: any HTTPClient,
        environment: any Environment, timeZones: any TimeZones, log: any Log
    ) {
        self.clock = clock
        self.identifiers = identifiers
        self.files = files
        self.processes = processes
        self.http = http
        self.environment = environment
        self.timeZones = timeZones
        self.log = log
    }
}
