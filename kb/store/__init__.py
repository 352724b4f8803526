"""Does it touch SQLite? The tables and their rows, publishing a build whole or not at all, and reading it."""
