import PawlEngine
import PawlKit

/// Brings the entries of a subscription to its connection, in order, none lost and none twice.
///
/// The journal is the source; what the engine tells only says when to look, and saves the look when it tells the very next
/// entry. So a reader that is slow costs the engine nothing: it is read for as fast as it reads.
struct Follower {
    let following: Following
    let subscription: Int
    let target: ControlTarget
    /// Sends a line when there is room for it; false when the connection is gone.
    let send: @Sendable ([UInt8]) async -> Bool
    private static let page = 128

    func run() async throws {
        var last = following.after
        while !Task.isCancelled {
            let notices = await target.engine.watch(following.instance)
            guard try await catchUp(&last) else { return }
            var isLost = false
            for await notice in notices {
                switch notice {
                case .committed(let entry):
                    if following.instance != nil, entry.position == last + 1 {
                        guard await send(line(entry, place: nil)) else { return }
                        last = entry.position
                    } else if following.instance == nil || entry.position > last {
                        guard try await catchUp(&last) else { return }
                    }
                case .started(let instance, let effect, let attempt):
                    guard await send(line(instance, effect, attempt)) else { return }
                // This reader was too slow for the engine; the journal has the rest.
                case .lost: isLost = true
                }
            }
            // Else the engine has stopped.
            guard isLost else {
                _ = try await catchUp(&last)
                return
            }
        }
    }

    /// Sends what the journal has after the last entry sent.
    private func catchUp(_ last: inout Int64) async throws -> Bool {
        while true {
            if let instance = following.instance {
                let entries = try await target.journal.entries(of: instance, after: last, limit: Self.page)
                for entry in entries {
                    guard await send(line(entry, place: nil)) else { return false }
                    last = entry.position
                }
                if entries.count < Self.page { return true }
            } else {
                let found = try await target.journal.entries(after: JournalPlace(last), limit: Self.page)
                for stored in found.entries {
                    guard await send(line(stored.entry, place: stored.place.number)) else { return false }
                    last = stored.place.number
                }
                if found.entries.count < Self.page { return true }
            }
        }
    }

    private func line(_ entry: JournalEntry, place: Int64?) -> [UInt8] {
        RPCMessage.notification(InstanceFollow.entry) { json in
            json.member("subscription", Int64(subscription))
            json.member("place", place)
            json.key("entry")
            entry.write(to: &json)
        }
    }

    private func line(_ instance: InstanceID, _ effect: EffectID, _ attempt: Int) -> [UInt8] {
        RPCMessage.notification(InstanceFollow.attempt) { json in
            json.member("subscription", Int64(subscription))
            json.member("instance", instance.rawValue)
            json.member("effect", effect.description)
            json.member("attempt", Int64(attempt))
        }
    }
}
