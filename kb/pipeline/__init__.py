"""The build: runs the stages read, lines, passages, rulings, store and index."""
