"""The build: runs the stages read, lines, passages, rulings, links, store, index and report."""
