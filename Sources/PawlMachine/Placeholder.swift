// Filled by the room's first file.
