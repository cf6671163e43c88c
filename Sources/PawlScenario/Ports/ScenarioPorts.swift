public import PawlKit

/// A whole outside world made of mocks, with one clock for all of them.
public struct ScenarioPorts: Sendable {
    public let clock: VirtualClock
    public let identifiers: SequentialIdentifiers
    public let files: MockFiles
    public let processes: MockProcesses
    public let http: MockHTTPClient
    public let environment: MockEnvironment
    public let timeZones: MockTimeZones
    public let log: MockLog

    /// Creates a world in which nothing has happened yet.
    public init(
        clock: VirtualClock = VirtualClock(), files: MockFiles = MockFiles(), environment: MockEnvironment = MockEnvironment(),
        timeZones: MockTimeZones = MockTimeZones()
    ) {
        self.clock = clock
        identifiers = SequentialIdentifiers()
        self.files = files
        processes = MockProcesses(clock: clock)
        http = MockHTTPClient(clock: clock)
        self.environment = environment
        self.timeZones = timeZones
        log = MockLog()
    }

    /// The mocks as the engine takes them.
    public var ports: Ports {
        Ports(
            clock: clock, identifiers: identifiers, files: files, processes: processes, http: http, environment: environment,
            timeZones: timeZones, log: log)
    }
}
