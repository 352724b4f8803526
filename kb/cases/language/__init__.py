"""The language of cases: scenarios, kinds of values, the words of a game, positions."""
