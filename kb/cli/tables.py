"""Prints topics, sections and games in the terminal."""

from __future__ import annotations

import kb
from kb.base.english import listed, sentence
from kb.cli.show import show_in_book, show_section
from kb.cli.terminal import Screen, print_json, say
from kb.service import look_up
from kb.store import lookup
from kb.text import ruling as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from kb.model.replies import Section, Topic

    T = TypeVar("T")


def compare(what: list[str] | None, game: str | None, json: bool) -> int:
    """Print the topics that ``what`` names with the answers of the games. Return 1 if there are none, else 0."""
    text = " ".join(what or ())
    with kb.open() as base:
        named, only_listed = look_up.resolve(base, text)
        wanted = base.game_named(game) if game else None
        titles, short = lookup.titles(base.connection, "games"), lookup.short_titles(base.connection)
        rows = look_up.compared(base, named, wanted)
        if wanted and not rows:
            say(f"{short[wanted]} has no ruling on that question; try it without --game")
    only_listed = only_listed and len(rows) > 1
    if json:
        print_json(rows)
    else:
        screen = Screen()
        for row in rows:
            _show_topic(screen, row, titles, short, only_listed)
        screen.show()
        if text and only_listed:
            say(f"{len(rows)} topics have these words; name one: kb compare {rows[0]['topic']}")
    return 0 if rows else 1


def _show_topic(screen: Screen, row: Topic, titles: dict[str, str], short: dict[str, str], brief: bool) -> None:
    """Show a topic: its title, and unless ``brief`` each game's answer, the comparison of each pair of games, and the
    scenarios that are played in several."""
    games = listed(short[stance["game"]] for stance in row["games"])
    title = f"{screen.paint(row['title'], 'bold')}  {screen.paint(row['topic'], 'cyan')}"
    screen.line(f"{title}  [{games}: {wording.summary(row['pairs'])}]")
    if brief:
        return
    for stance in row["games"]:
        screen.line()
        screen.line(f"  {screen.paint(titles[stance['game']], 'bold')}")
        screen.wrapped(stance["says"], "    ")
        for ruling in stance["rulings"]:
            screen.wrapped(ruling["verdict"], "      ", f"    {screen.paint(ruling['id'], 'cyan')}  ")
    screen.line()
    screen.line(f"  {screen.paint('In pairs', 'bold')}")
    for pair in row["pairs"]:
        colour = {"same": "green", "different": "yellow"}.get(pair["comparison"], "dim")
        told = f"    {listed(short[game] for game in pair['games'])}: {screen.paint(wording.compared(pair), colour)}"
        grounds = wording.grounds(pair)
        screen.wrapped(f"({grounds})" if grounds else "", "      ", f"{told} " if grounds else told)
    if row["played"]:
        screen.line()
        screen.line(f"  {screen.paint('The same scenario in each game', 'bold')}")
    for scene in row["played"]:
        title = f"{scene['title']} ({titles[scene['game']]})"
        screen.wrapped(title, "    ", f"  {screen.paint(scene['id'], 'cyan')}  ")
        for result in wording.results_elsewhere(scene["elsewhere"], wording.with_game(row, scene["game"])):
            screen.wrapped(sentence(wording.played_in(result)), "      ", "    ")
    screen.line()


def sections(section: str | None, game: str | None, json: bool) -> int:
    """Print the list of sections, a section, or the whole book of a game.

    Return 1 if nothing was printed, else 0; with ``json`` always 0.
    """
    with kb.open() as base:
        if look_up.is_game(base, section or ""):
            return _print(look_up.contents(base, section or "")["sections"], show_in_book, json)
        if section is None:
            return _print(look_up.sections(base, game or ""), _show_title, json)
        return _print(look_up.sections_named(base, section, game), show_section, json)


def _print(rows: Sequence[T], show: Callable[[Screen, T], None], json: bool) -> int:
    """Print rows by ``show``, or as JSON. Return 1 if there are none, but 0 for JSON."""
    if json:
        print_json(rows)
        return 0
    screen = Screen()
    for row in rows:
        show(screen, row)
    screen.show()
    return 0 if rows else 1


def _show_title(screen: Screen, row: Section) -> None:
    """Show the id, title and page of a section, and how many rulings it has, in a line."""
    many = f"{row['rulings'] or 'no'} ruling{'s' * (row['rulings'] != 1)}"
    screen.line(f"{screen.paint(row['id'], 'cyan')}  {row['title']}{wording.page(row)}  ({many})")


def games(json: bool) -> int:
    """Print the games. Return 0."""
    with kb.open() as base:
        rows = look_up.games(base)
    if json:
        print_json(rows)
        return 0
    screen = Screen()
    for row in rows:
        year = f" ({row['year']})" if row["year"] else ""
        screen.line(f"{screen.paint(row['id'], 'bold', 'cyan')}  {row['title']}{year}")
        if row["about"]:
            screen.wrapped(row["about"], "  ")
        counts = f"{row['rulings']} rulings ({row['prefix']}-...) on {row['sections']} sections"
        screen.wrapped(f"{counts}, from: {row['document']}", "  ", None, "dim")
    screen.show()
    return 0
