import Glibc

/// What the system said, in its words: `No space left on device`.
func systemMessage(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        buffer.initialize(repeating: 0)
        guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else { return "error \(code)" }
        return String(cString: base)
    }
}

/// Calls until it is not interrupted by a signal, and says how it failed if it did.
func retryingInterrupts(_ call: () -> Int) -> (result: Int, error: Int32) {
    while true {
        let result = call()
        if result >= 0 { return (result, 0) }
        if errno != EINTR { return (result, errno) }
    }
}
