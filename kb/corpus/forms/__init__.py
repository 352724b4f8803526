"""The forms in which documents come: how each is read, and which of them a document has."""
