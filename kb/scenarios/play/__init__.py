"""Cases played by the engine, and what came held against what was expected."""
