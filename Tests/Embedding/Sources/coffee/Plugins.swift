import LogPlugin
import PawlKit

/// The plugins of this program.
let plugins: [any Plugin.Type] = [
    LogPlugin.self, CoffeePlugin.self, RoasterPlugin.self, BreakfastPlugin.self, PagesPlugin.self, KettlePlugin.self,
]
