"""The build: runs the stages read, blocks, passages, rulings, links, store, index and report."""
