import ExecPlugin
import HttpPlugin
import LogPlugin
import MockPlugin
import PawlCommands

await Pawl.main(plugins: [LogPlugin.self, ExecPlugin.self, HTTPPlugin.self, MockPlugin.self])
