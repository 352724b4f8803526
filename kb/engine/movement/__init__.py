"""Moves: routes crossing by crossing, on land, at sea, in the air."""
