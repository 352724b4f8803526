"""Lines that players type, read as plain requests: in the strict notation (``strict``), or of free talk (``lines``)."""
