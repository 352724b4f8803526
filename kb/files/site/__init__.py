"""A site without a server: every page as a file, for any file server, below any folder of any host.

The pages are those of :mod:`kb.web`, asked of the real site in this process. Its base URL is a marker, which no text
can hold, and each address that begins with it becomes relative to the file it stands in.
"""
