import CAllocationCount
import Glibc

/// Measures and prints figures.
enum Measure {
    /// The seconds of a monotonic clock.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The seconds that this thread was running.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// How often a body runs in a second of processor time: the median of five rounds of about a fifth of a second.
    static func perSecond(_ body: () -> Void) -> Double {
        var batch = 1
        while true {
            let start = processorTime()
            for _ in 0..<batch { body() }
            if processorTime() - start > 0.02 { break }
            batch *= 2
        }
        let rates = (0..<5).map { _ in
            let start = processorTime()
            for _ in 0..<batch * 10 { body() }
            return Double(batch * 10) / (processorTime() - start)
        }
        return rates.sorted()[2]
    }

    /// How many heap blocks a body takes each time, on average over a thousand.
    static func allocations(_ body: () -> Void) -> Double {
        for _ in 0..<100 { body() }
        let before = allocation_count()
        for _ in 0..<1_000 { body() }
        return Double(allocation_count() - before) / 1_000
    }

    /// Prints a rate, what was wanted, and allocations.
    static func line(_ name: String, _ rate: Double, _ wanted: Double? = nil, allocations: Double? = nil) {
        func millions(_ rate: Double) -> String {
            rate >= 1e6 ? "\((rate / 1e4).rounded() / 100) M/s" : "\((rate / 100).rounded() / 10) k/s"
        }
        var text = name + String(repeating: " ", count: max(1, 64 - name.count)) + millions(rate)
        if let wanted { text += "  (wanted \(millions(wanted)))" }
        if let allocations { text += "  \(allocations) allocations" }
        print(text)
    }
}
