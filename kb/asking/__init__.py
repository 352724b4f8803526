"""What is asked of the engine: a position, what is done in it or wanted, and the answer with its reasons."""
