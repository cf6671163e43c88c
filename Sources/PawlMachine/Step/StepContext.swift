package import PawlKit

/// What surrounds a step and stays the same in it.
package struct StepContext: Sendable {
    /// The id of the instance.
    package var instance: InstanceID
    /// Its business key.
    package var key: String?
    /// The start payload.
    package var input: Record
    /// The outside facts.
    package var settings: Record
    /// The time of the event.
    package var now: Timestamp
    /// The position that the step will have in the journal.
    package var position: Int64

    package init(instance: InstanceID, key: String?, input: Record, settings: Record, now: Timestamp, position: Int64) {
        self.instance = instance
        self.key = key
        self.input = input
        self.settings = settings
        self.now = now
        self.position = position
    }

    /// Whether all but time and position is surely the same: a look at the places in memory, not at what stands there.
    func isSurelyLike(_ other: borrowing StepContext) -> Bool {
        instance.rawValue.isSurely(other.instance.rawValue) && key.isSurely(other.key) && input.isSurely(other.input)
            && settings.isSurely(other.settings)
    }
}

extension String {
    /// Whether both are the same bytes at the same place; false may also mean equal.
    @inline(__always) fileprivate func isSurely(_ other: String) -> Bool {
        // The two words of a string are its bytes, or where they are and how many.
        unsafeBitCast(self, to: (UInt64, UInt64).self) == unsafeBitCast(other, to: (UInt64, UInt64).self)
    }
}

extension String? {
    @inline(__always) fileprivate func isSurely(_ other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let one?, let other?): one.isSurely(other)
        default: false
        }
    }
}

extension Record {
    /// Whether both are the same fields at the same place. Whoever changes fields that are also held elsewhere changes a copy.
    @inline(__always) fileprivate func isSurely(_ other: borrowing Record) -> Bool {
        type === other.type
            && fields.withUnsafeBufferPointer { one in other.fields.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress } }
    }
}
