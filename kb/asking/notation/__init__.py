"""Lines that a player types: the strict notation, and free talk, which is translated into it."""
