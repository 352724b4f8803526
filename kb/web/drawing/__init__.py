"""Pictures from plain values: SVG without a browser, a database or a request."""
