"""``kb compare``: one question, each game's answer side by side."""

from __future__ import annotations

from typing import Any

import kb
from kb.base.english import listed, sentence
from kb.cli.terminal import Screen, print_json, say
from kb.service import topics
from kb.store import lookup
from kb.text import comparison
from kb.text import ruling as wording


def run(what: str, game: str | None, json: bool, no_pager: bool) -> int:
    """Compare the games on a topic, on the topics of a ruling, or on words; no words: list the topics."""
    with kb.open() as base:
        named, only_listed = topics.resolve(base, what)
        wanted = base.game_named(game) if game else None
        titles, short = lookup.titles(base.connection, "games"), lookup.short_titles(base.connection)
        rows = topics.rows(base, named, wanted)
        if wanted and not rows:
            say(f"{short[wanted]} has no ruling on that question; try it without --game")
    only_listed = only_listed and len(rows) > 1
    if json:
        print_json(rows)
    else:
        screen = Screen(not no_pager)
        for row in rows:
            _show(screen, row, titles, short, only_listed)
        screen.show()
        if what and only_listed:
            say(f"{len(rows)} topics have these words; name one: kb compare {rows[0]['topic']}")
    return 0 if rows else 1


def _show(screen: Screen, row: dict[str, Any], titles: dict[str, str], short: dict[str, str], brief: bool) -> None:
    """Show a topic: each game's answer, each two compared, and the scenarios that show it; or only its title."""
    games = listed(short[stance["game"]] for stance in row["games"])
    title = f"{screen.paint(row['title'], 'bold')}  {screen.paint(row['topic'], 'cyan')}"
    screen.line(f"{title}  [{games}: {comparison.summary(row['pairs'])}]")
    if brief:
        return
    for stance in row["games"]:
        screen.line()
        screen.line(f"  {screen.paint(titles[stance['game']], 'bold')}")
        screen.wrapped(stance["says"], "    ")
        for ruling in stance["rulings"]:
            screen.wrapped(ruling["verdict"], "      ", f"    {screen.paint(ruling['id'], 'cyan')}  ")
    screen.line()
    screen.line(f"  {screen.paint('Two by two', 'bold')}")
    for pair in row["pairs"]:
        colour = {"same": "green", "different": "yellow"}.get(pair["comparison"], "dim")
        told = f"    {listed(short[game] for game in pair['games'])}: {screen.paint(comparison.compared(pair), colour)}"
        grounds = comparison.grounds(pair)
        screen.wrapped(f"({grounds})" if grounds else "", "      ", f"{told} " if grounds else told)
    if row["played"]:
        screen.line()
        screen.line(f"  {screen.paint('The same scenario in each game', 'bold')}")
    for scene in row["played"]:
        title = f"{scene['title']} ({titles[scene['game']]})"
        screen.wrapped(title, "    ", f"  {screen.paint(scene['id'], 'cyan')}  ")
        for result in wording.results_elsewhere(scene["elsewhere"], comparison.with_game(row, scene["game"])):
            screen.wrapped(sentence(wording.played_in(result)), "      ", "    ")
    screen.line()
