"""Does it rank or match words? Query understanding, the two indexes, suggestions and snippets."""
