"""The whole base in other formats: a site of files, and an export for a search cluster."""
