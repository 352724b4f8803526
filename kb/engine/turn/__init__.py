"""Whose turn it is, and what ends with a phase."""
