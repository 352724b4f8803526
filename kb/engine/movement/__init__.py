"""The rules of moves on land, at sea and in the air, of transports and of landing."""
