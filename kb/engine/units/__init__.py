"""What several rooms ask of units: what they carry, how far they go, where they land, how they are lost."""
