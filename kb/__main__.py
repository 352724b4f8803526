"""``python -m kb`` is ``kb``."""

from kb.cli.front import main

main()
