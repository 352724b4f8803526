"""What would come of a case under other conditions: other rules, another printing, another game, a line less."""
