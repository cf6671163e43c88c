package import PawlKit

/// A whole outside world made of mocks, with one clock for all of them.
package struct ScenarioPorts: Sendable {
    package let clock: VirtualClock
    package let identifiers: SequentialIdentifiers
    package let files: MockFiles
    package let processes: MockProcesses
    package let http: MockHTTPClient
    package let environment: MockEnvironment
    package let timeZones: MockTimeZones
    package let log: MockLog

    /// Creates a world in which nothing has happened yet.
    package init(
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
    package var ports: Ports {
        Ports(
            clock: clock, identifiers: identifiers, files: files, processes: processes, http: http, environment: environment,
            timeZones: timeZones, log: log)
    }
}
