"""Does it touch SQLite? The schema, publishing a build whole or not at all, and reading it."""
