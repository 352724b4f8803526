"""Errors, paths, locks, data files with lines, and the values that all rooms share."""
