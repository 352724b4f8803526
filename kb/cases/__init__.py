"""Written cases: positions, actions and expectations, read strictly and played by the engine."""
