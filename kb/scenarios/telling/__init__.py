"""Cases, traces and failures told to a reader."""
