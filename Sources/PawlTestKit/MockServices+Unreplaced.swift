public import PawlScenario
public import Testing

extension MockServices {
    /// Fails the test, by name, for each service that was called although the test does not say what it gives.
    public func expectAllReplaced(sourceLocation: SourceLocation = #_sourceLocation) {
        for name in unreplaced {
            Issue.record("the service '\(name)' was called, and the test does not say what it gives", sourceLocation: sourceLocation)
        }
    }
}
