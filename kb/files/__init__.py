"""The base in other formats: a site of files, and exports; and the preview of a document as a page."""
