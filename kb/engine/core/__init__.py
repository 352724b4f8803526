"""The base of all rules: positions, actions, the forms of rules, dice, verdicts."""
