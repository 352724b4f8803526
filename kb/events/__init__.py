"""An event: what is played at its tables, and the rulings of its own house; see docs/events.md."""
