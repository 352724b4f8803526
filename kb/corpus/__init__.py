"""Reads documents: passages with their ids, links to sections, relations, and drafts."""
