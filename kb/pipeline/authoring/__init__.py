"""Adds documents to the data, and lists the texts that rulings lack."""
