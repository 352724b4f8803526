"""Plays cases under other conditions: without a rule, in another printing or game, without a line of the position."""
