// Filled by the plugin's first file.
