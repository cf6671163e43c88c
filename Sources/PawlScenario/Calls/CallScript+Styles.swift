public import PawlKit

/// The style of a function that cannot wait.
public struct Blocking: Sendable {
    public init() {}
}

/// The style of a function that can wait: by which clock, and what it throws when it is cancelled meanwhile.
public struct Suspending<Failure: Error>: Sendable {
    let clock: any WallClock
    let cancellation: Failure

    public init(clock: any WallClock, cancellation: Failure) {
        self.clock = clock
        self.cancellation = cancellation
    }
}

extension CallScript where Style == Blocking {
    public convenience init() { self.init(style: Blocking()) }

    /// Records a call and gives what the rules say; nil when they say nothing.
    public func call(_ argument: Argument) throws(Failure) -> Result? {
        guard let answer = note(argument).answer else { return nil }
        return try answer(argument)
    }
}

extension CallScript where Style == Suspending<Failure> {
    /// Has calls wait so long by the clock before they are answered.
    public func delay(_ occasion: Occasion<Argument>, by amount: TimeAmount) {
        room.change { $0.pauses.append(Rule(occasion: occasion, action: .delay(amount))) }
    }

    /// Has calls wait until they are released or cancelled.
    public func hang(_ occasion: Occasion<Argument>) {
        room.change { $0.pauses.append(Rule(occasion: occasion, action: .hang)) }
    }

    /// Lets all calls go on that hang now.
    public func release() { room.change { $0.released = $0.calls.count } }

    /// Records a call, waits, and gives what the rules say; nil when they say nothing.
    public func call(_ argument: Argument) async throws(Failure) -> Result? {
        let (number, pause, answer) = note(argument)
        if let pause {
            do {
                switch pause {
                case .delay(let amount): try await style.clock.sleep(until: style.clock.now.advanced(by: amount))
                case .hang: try await room.wait(.release(number))
                }
            } catch {
                // Both fail for one reason only: the task was cancelled.
                throw style.cancellation
            }
        }
        guard let answer else { return nil }
        return try answer(argument)
    }
}

extension CallScript where Style == Suspending<any Error>, Failure == any Error {
    /// A script for a function that throws `CancellationError` when it is cancelled.
    public convenience init(clock: any WallClock) { self.init(style: Suspending(clock: clock, cancellation: CancellationError())) }
}
