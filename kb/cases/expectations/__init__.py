"""What may be expected of a case: a row for each key."""
