"""Plays cases with the engine and compares the results with what they expect."""
