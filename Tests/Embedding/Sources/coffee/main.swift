import PawlCommands

await Pawl.main(plugins: plugins, systems: [loader])
