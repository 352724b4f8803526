"""The words of players and documents: tokens, stems, and the lexicon of the games."""
