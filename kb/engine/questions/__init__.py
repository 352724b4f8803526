"""Every question that the engine asks its rules, one module a subject; see :mod:`kb.engine.core.questions`."""

from kb.engine.questions import advantages, air, combat, economy, guns, landing, movement, politics, sides

__all__ = ["advantages", "air", "combat", "economy", "guns", "landing", "movement", "politics", "sides"]
