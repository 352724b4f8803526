"""Written cases: positions, what is done in them, what is expected; read strictly and played by the engine."""
