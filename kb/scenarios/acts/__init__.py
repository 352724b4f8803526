"""What may be done in a case: a row for each verb."""
