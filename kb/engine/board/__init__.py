"""What the words of the rules mean about the map, the powers, and who holds what."""
