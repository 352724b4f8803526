"""Figures, never tests: the quality of the search, and speed as ratios within one run."""
