"""Does it put the stages together? Read, blocks, passages, rulings, links, store, index, report."""
