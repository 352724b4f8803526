"""Lines that a player types: the strict notation, read and written."""
