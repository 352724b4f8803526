"""The expectations of a case: a row for each key."""
