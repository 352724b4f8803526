"""What every other floor uses: positions, actions, rules and how they are asked, dice, verdicts."""
