"""The battle in progress: who takes part, its steps, who fires how well, who is hit."""
