"""The table of addresses in ``docs/api.md``."""

from __future__ import annotations

import re

from kb.web.api.addresses import ADDRESSES, ROOT

_HEAD = "| address | what it does | parameters, or fields of the body |\n| --- | --- | --- |\n"
_TABLE = re.compile(r"^\| address \|.*?\n(?!\|)", re.MULTILINE | re.DOTALL)


def page(text: str) -> str:
    """The page with a row for each address in place of the rows that it has."""
    rows = (
        f"| `{'POST' if each.posted else 'GET'} {ROOT}{each.path}` | {each.operation.about[0]} |"
        f" {', '.join(f'`{name}`' for name in each.names() if name not in each.parts)} |\n"
        for each in ADDRESSES
    )
    return _TABLE.sub(lambda _: f"{_HEAD}{''.join(rows)}", text, count=1)
