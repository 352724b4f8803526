"""The SQLite database: its tables and rows, publishing a build atomically, and reading it."""
