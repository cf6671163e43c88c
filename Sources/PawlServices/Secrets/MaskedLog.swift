package import PawlKit

/// A log that covers the secrets that a handler was given, so that it cannot write them down.
package struct MaskedLog: Log {
    let base: any Log
    let mask: SecretMask

    package init(base: any Log, mask: SecretMask) {
        self.base = base
        self.mask = mask
    }

    package func write(_ level: LogLevel, _ message: String, _ fields: [(name: String, value: String)]) {
        base.write(level, mask.mask(message), fields.map { (mask.mask($0.name), mask.mask($0.value)) })
    }
}
