/// A client of the socket, as the server knows it. Lives in the server's actor.
final class ControlConnection {
    let channel: SocketChannel
    /// By what name the journal knows whoever asks here.
    let asker: String
    /// The requests that are worked on.
    var requests = 0
    var subscriptions: [Int: Task<Void, Never>] = [:]
    /// Those that begin once their request is answered, by number.
    var begun: [Int: Following] = [:]
    var nextSubscription = 1
    /// Whether the client has said all that it will say.
    var isEnd = false
    /// Whether somebody looks again later whether the client reads.
    var isWatched = false
    /// Subscriptions that wait until the client has read more.
    var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ channel: SocketChannel, asker: String) {
        self.channel = channel
        self.asker = asker
    }

    /// Lets those go on who waited for room.
    func wake() {
        let all = waiting
        waiting = []
        for one in all { one.resume() }
    }
}
