"""What changed between two states of the data, and the recorded editions (``data/history.jsonl``)."""
