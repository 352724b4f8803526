"""The rules engine for readers' phones: its modules in an archive, and the interpreter that runs them in a browser."""
