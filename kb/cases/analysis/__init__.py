"""Plays cases under other conditions: without a rule, with another number, in another printing or game."""
