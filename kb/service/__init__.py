"""The reads of a base and the questions to the engine: functions that return values which JSON can hold.

Commands, pages, addresses for programs and assistants' tools print or render these values. All functions raise
:class:`kb.base.errors.KBError` with every finding.
"""
