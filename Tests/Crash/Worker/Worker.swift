import Glibc
import PawlJournal
import PawlKit
import PawlTestKit
import Synchronization

/// Kills this process at the n-th time that a point is reached.
final class SuddenDeath: CommitFaults {
    private let point: FaultPoint
    private let hitsLeft: Mutex<Int>

    init(at point: FaultPoint, hit: Int) {
        self.point = point
        hitsLeft = Mutex(hit)
    }

    func reached(_ point: FaultPoint) throws(JournalError) {
        guard point == self.point else { return }
        let isOver = hitsLeft.withLock { left in
            left -= 1
            return left == 0
        }
        if isOver { kill(getpid(), SIGKILL) }
    }
}

/// The whole program.
struct Worker {
    private let store: String
    private let death: SuddenDeath
    private let seed: UInt64

    init(arguments: [String]) {
        guard arguments.count == 5, let point = FaultPoint(rawValue: arguments[2]), let hit = Int(arguments[3]),
            let seed = UInt64(arguments[4])
        else {
            say("usage: CrashWorker STORE POINT N SEED", to: STDERR_FILENO)
            exit(64)
        }
        store = arguments[1]
        death = SuddenDeath(at: point, hit: hit)
        self.seed = seed
    }

    func run() async {
        do {
            let journal = try await SQLiteJournal.open(path: store, faults: death)
            let claim = try await journal.claim()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask { try await live(number, journal, claim) }
                }
                try await group.waitForAll()
            }
            await journal.close()
            say("done", to: STDOUT_FILENO)
        } catch {
            say("\(error)", to: STDERR_FILENO)
            exit(2)
        }
    }

    private func live(_ number: Int, _ journal: SQLiteJournal, _ claim: JournalClaim) async throws {
        var life = SampleEntries(id: InstanceID(rawValue: "s\(seed)-\(number)"), seed: seed &* 8 &+ UInt64(number))
        for round in 0..<20 {
            let expected = life.position
            let write = JournalWrite(instance: life.id, expected: expected, claim: claim, entries: life.next(1 + (round + number) % 3))
            try await journal.commit(write)
            say("\(life.id) \(life.position)", to: STDOUT_FILENO)
        }
    }
}

/// Prints a line at once and unbuffered: what the process said before it died is what the test holds the store to.
private func say(_ line: String, to descriptor: Int32) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
