"""Does it put the stages together? Read, blocks, units, rulings, links, store, index, report."""
