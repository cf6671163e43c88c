import LogPlugin
import PawlCommands

await Pawl.main(plugins: [LogPlugin.self, CoffeePlugin.self, RoasterPlugin.self, BreakfastPlugin.self])
