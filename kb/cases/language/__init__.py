"""How cases are written, as values: scenarios, kinds of value, the words of a game, positions."""
