"""Battles: the steps of a cycle, hits and casualties, submerging, retreats, capture."""
