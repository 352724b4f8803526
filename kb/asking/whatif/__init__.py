"""What if one thing were otherwise: the changes of what is asked, each played again, and what they turn."""
