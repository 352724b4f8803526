"""The text of each file of the project that is generated, one module a file; ``scripts/generate.py`` writes them."""
