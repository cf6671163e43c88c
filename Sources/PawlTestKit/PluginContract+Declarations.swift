import PawlKit
import PawlScenario

extension PluginContract {
    /// What a plugin says of itself, without anything being called.
    static let declarations: [Promise] = [
        Promise("its configuration is taken, its names are valid and unique, and there is all that its services use") { trial in
            for finding in trial.harness.diagnostics { trial.fail(finding.wording.message) }
            if trial.harness.registrations.isEmpty { trial.fail("it registers no service") }
        },
        Promise("what it says of its services is the same each time, and needs none of them to be built") { trial in
            let again = PluginHarness(
                trial.subject.plugin, configuration: try trial.subject.record(trial.subject.configuration),
                others: trial.subject.services.keys.sorted())
            let first = trial.harness.registrations
            if first.map(\.name) != again.registrations.map(\.name) { trial.fail("it registers other services the second time") }
            for (one, other) in zip(first, again.registrations)
            where one.interface != other.interface || one.metadata != other.metadata || one.uses != other.uses {
                trial.fail("it says something else of '\(one.name)' the second time")
            }
        },
        Promise("each service has a summary and a version") { trial in
            for service in trial.harness.registrations {
                let summary = service.metadata.summary
                if summary.isEmpty || summary.contains(where: \.isNewline) {
                    trial.fail("the summary of '\(service.name)' is not one line")
                }
                if service.metadata.version.isEmpty { trial.fail("the version of '\(service.name)' is empty") }
            }
        },
        Promise("error codes are declared once, and none is the engine's") { trial in
            for service in trial.harness.registrations {
                var seen: Set<String> = []
                for code in service.interface.errors {
                    if !isCode(code) {
                        trial.fail("'\(code)' of '\(service.name)' is no error code: a letter, then letters, digits, _, - and .")
                    }
                    if !seen.insert(code).inserted { trial.fail("'\(service.name)' declares the error code '\(code)' twice") }
                    if EngineErrorCode(rawValue: code) != nil {
                        trial.fail("'\(service.name)' declares '\(code)', which every service can fail with")
                    }
                }
            }
        },
        Promise("its paths are texts in its configuration") { trial in
            for path in trial.subject.plugin.paths where trial.subject.plugin.configuration.field(path)?.type != .string {
                trial.fail("'\(path)' is not a string field of the configuration")
            }
        },
        Promise("a configuration that makes no sense is refused with a PluginError") { trial in
            for section in trial.subject.refused {
                let record = try trial.subject.record(section)
                do {
                    let plugin = try trial.subject.plugin.init(configuration: record)
                    var registry = PluginRegistry()
                    registry.plugin = trial.subject.plugin.name
                    try plugin.register(in: &registry)
                    trial.fail("the configuration \(Value.record(record).shortDescription) is not refused")
                } catch let error as PluginError {
                    if error.message.isEmpty { trial.fail("a configuration is refused without a word") }
                } catch {
                    trial.fail("a configuration is refused with \(type(of: error)), of which people see nothing; throw a PluginError")
                }
            }
        },
    ]

    private static func isCode(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic || first == "_" else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || ["_", "-", "."].contains(scalar))
        }
    }
}
