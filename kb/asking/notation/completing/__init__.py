"""The facts that a line leaves out: wars, holders of land, facilities, money, units, ends of phases."""
