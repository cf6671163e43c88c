package import PawlKit

extension Machine {
    /// The data of the active states by path, in document order; states without fields are left out.
    package func encodeData(_ state: MachineState) throws(JSONError) -> RawJSON {
        var json = JSONWriter()
        json.beginObject()
        try write(state.active, state.data, to: &json)
        json.endObject()
        return RawJSON(json.bytes)
    }

    /// What history states remember: by path, the states with their data; nil when there is nothing.
    package func encodeHistory(_ state: MachineState) throws(JSONError) -> RawJSON? {
        if state.history.isEmpty { return nil }
        var json = JSONWriter()
        json.beginObject()
        for index in state.history.keys.sorted() {
            guard let remembered = state.history[index] else { continue }
            json.key(states[index].path)
            json.beginObject()
            json.key("states")
            json.string(StateList.text(remembered.states.map { states[$0].path }))
            json.key("data")
            json.beginObject()
            try write(remembered.states, remembered.data, to: &json)
            json.endObject()
            json.endObject()
        }
        json.endObject()
        return RawJSON(json.bytes)
    }

    private func write(_ indices: [StateIndex], _ data: [Record], to json: inout JSONWriter) throws(JSONError) {
        for (index, record) in zip(indices, data) where !record.type.fields.isEmpty {
            json.key(states[index].path)
            try json.write(.record(record), as: .record(states[index].data))
        }
    }

    /// The machine's state from what the journal holds.
    ///
    /// - Throws: ``RestoreError`` when the journal and the definition do not fit each other.
    package func decodeState(leaves paths: [String], data: RawJSON, history: RawJSON?) throws(RestoreError) -> MachineState {
        var active: Set<StateIndex> = []
        for path in paths {
            var index = try known(path)
            while index != 0 {
                active.insert(index)
                index = states[index].parent ?? 0
            }
        }
        var state = MachineState()
        state.active = active.count == 1 ? Array(active) : active.sorted()
        state.data = try decode(state.active, from: data)
        guard let history else { return state }
        for (path, value) in try Self.members(of: history) {
            let fields = try Self.members(of: value)
            guard let list = fields.first(where: { $0.name == "states" })?.value.string,
                let data = fields.first(where: { $0.name == "data" })?.value
            else { throw RestoreError("the record of history state '\(path)' cannot be read") }
            var remembered: [StateIndex] = []
            for past in StateList.paths(list) { remembered.append(try known(past)) }
            state.history[try known(path)] = .init(states: remembered, data: try decode(remembered, from: data))
        }
        return state
    }

    private func decode(_ indices: [StateIndex], from data: RawJSON) throws(RestoreError) -> [Record] {
        let members = try Self.members(of: data)
        var records: [Record] = []
        for index in indices {
            let type = states[index].data
            guard !type.fields.isEmpty else {
                records.append(Record(type: type, fields: []))
                continue
            }
            guard let text = members.first(where: { UTF8Order.equal($0.name, states[index].path) })?.value else {
                throw RestoreError("the journal has no data of state '\(states[index].path)'")
            }
            records.append(try decodeRecord(text, type, what: "the data of state '\(states[index].path)'"))
        }
        return records
    }

    /// A record from what the journal holds.
    package func decodeRecord(_ text: RawJSON, _ type: RecordType, what: @autoclosure () -> String) throws(RestoreError) -> Record {
        do {
            if case .record(let record) = try JSONCodec.decode(text.bytes, as: .record(type)) { return record }
            throw RestoreError("\(what()) is not a record")
        } catch let error as JSONError {
            throw RestoreError("\(what()) does not fit its type: \(error.message)")
        } catch let error as RestoreError {
            throw error
        } catch {
            throw RestoreError("\(what()) cannot be read")
        }
    }

    private func known(_ path: String) throws(RestoreError) -> StateIndex {
        guard let index = state(path: path) else { throw RestoreError("the definition has no state '\(path)'") }
        return index
    }

    private static func members(of json: RawJSON) throws(RestoreError) -> [(name: String, value: RawJSON)] {
        guard let members = json.members else { throw RestoreError("a record of states cannot be read") }
        return members
    }
}

/// Why an instance could not be restored from the journal: the journal and the definition do not fit.
package struct RestoreError: Error, Sendable {
    /// What does not fit.
    package let message: String

    init(_ message: String) { self.message = message }
}
