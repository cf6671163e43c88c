import Glibc

/// Counts the objects that Swift allocates, through the hook that the runtime has for instruments: `_swift_allocObject`
/// (https://github.com/swiftlang/swift/blob/main/stdlib/public/runtime/HeapObject.cpp).
enum AllocationCount {
    private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    // One thread runs the benchmarks, and only it writes here.
    nonisolated(unsafe) private static var count = 0
    nonisolated(unsafe) private static var original: Allocate?

    private static var hook: UnsafeMutablePointer<Allocate>? {
        dlsym(UnsafeMutableRawPointer(bitPattern: 0), "_swift_allocObject")?.assumingMemoryBound(to: Allocate.self)
    }

    /// The number of objects that a body allocates; nil when the runtime has no hook.
    static func of(_ body: () -> Void) -> Int? {
        guard let hook else { return nil }
        original = hook.pointee
        count = 0
        hook.pointee = { metadata, size, mask in
            AllocationCount.count += 1
            return AllocationCount.original!(metadata, size, mask)
        }
        body()
        hook.pointee = original!
        return count
    }
}
