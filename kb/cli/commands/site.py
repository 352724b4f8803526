"""``kb site``: the whole site as files, for a host without a server of ours."""

from __future__ import annotations

from kb.base.paths import shown
from kb.cli.terminal import say


def run(out: str, public_url: str = "", phone_engine: str = "", report_to: str = "", event: str = "") -> int:
    """Write the site into a folder, for an event where its file is named.

    Raises :class:`kb.base.errors.KBError` for what cannot be written.
    """
    from kb.files.site.write import write
    from kb.store import read

    done = write(read.find(), out, public_url, phone_engine, report_to, event)
    engine = "with the engine for phones" if done.engine else "without the engine for phones (kb phone-engine gets it)"
    say(f"{shown(out)}: {done.files:,} files, {done.bytes / 1e6:.1f} MB, {engine}")
    say(f"try it: python3 -m http.server --directory {shown(out)}")
    return 0
