import PawlKit
import PawlMachine

/// An instance that the engine has at hand, and the line of those who want to change it.
final class Resident {
    let stepper: InstanceStepper
    var state: InstanceState
    /// Whether somebody changes it now.
    var isBusy = false
    /// Counts how often it became idle, so that an old note of that is known to be old.
    var idleSince = 0
    /// Those who wait for their turn, in order.
    var line: [CheckedContinuation<Void, Never>] = []

    init(stepper: InstanceStepper, state: InstanceState) {
        self.stepper = stepper
        self.state = state
    }
}
