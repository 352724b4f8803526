"""Takes a document over into the data: a new ruling, a re-issue, a new document; and what a change would move."""
