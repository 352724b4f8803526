"""The rules of battles: their steps, strengths, casualties, submerging, retreats, assaults, capture."""
