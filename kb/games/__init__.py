"""Is it a fact about one edition? Games, their options and the sections of their rule books."""
