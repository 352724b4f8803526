"""From a typed yes/no question to a case that is played with what the question names."""
