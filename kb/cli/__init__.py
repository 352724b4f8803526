"""The terminal: the commands, their options, and what they print."""
