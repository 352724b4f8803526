"""National advantages, by what they do."""
