"""Questions to the engine about a position: the notation, the question as a value, the answer with its reasons."""
