"""Does it know about terminals? A front door, one module a command, one renderer."""
