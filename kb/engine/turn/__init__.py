"""Whose turn it is, what ends with a phase, a turn and a round, and who has won."""
