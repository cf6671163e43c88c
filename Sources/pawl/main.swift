import ExecPlugin
import LogPlugin
import MockPlugin
import PawlCommands

await Pawl.main(plugins: [LogPlugin.self, ExecPlugin.self, MockPlugin.self])
