"""Money: research, purchases, new units, income, capitals."""
