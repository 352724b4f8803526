"""One module a command: read the arguments, ask the library, hand the result to the renderer.

None of them imports Typer, so the quick commands start quickly. Each ``run`` returns the exit
status: 0 found, 1 nothing found, 2 bad usage or bad input (raised as :class:`kb.base.errors.KBError`).
"""
