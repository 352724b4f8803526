"""Values that the build and its readers share: documents, rulings, proofs and comparisons."""
