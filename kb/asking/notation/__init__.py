"""The short notation: a line that a player types, read as a plain request."""
