"""The judge's page: reads its address, searches, and shows the results with links to further ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.base.errors import Finding, QueryError
from kb.search.results import Results
from kb.service.choices import Choices, missing_options
from kb.store import lookup
from kb.text.ruling import STATES
from kb.text.search import ELSEWHERE, PASSED_OVER, any_of, headline, in_nearest, remarks
from kb.web.render import NOTHING, page, query_of, result
from kb.web.site import SHOWN, TEXTS, Site

#: a form writes ``option.technology=on`` for ``on=technology``
OPTION_FIELD = "option."
#: the number of results at most
MOST = 100
#: characters of a wrong value that a message repeats
_LONGEST_REPEATED = 40


@dataclass(frozen=True)
class Asked:
    """The words, how many results are wanted, and the choices of the judge.

    With ``all_games`` the search is not limited to a game that the words name. ``left_out`` has a line for each unknown
    value.
    """

    text: str = ""
    limit: int = SHOWN
    played: Choices = NOTHING
    all_games: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether anything is searched for: words, or all rulings of a game."""
        return bool(self.text.strip() or self.played.game)

    def query(self, **more: str) -> str:
        """Return the query string of a link to the same search, with ``more`` parameters; empty ones are left out."""
        everywhere = {"all": "1"} if self.all_games else {}
        return query_of(self.played, {"q": self.text, **more, **everywhere})


def words(site: Site, played: Choices) -> str:
    """Return the choices in a line; empty if there are none."""
    printing = TEXTS["printing"].format(played.printing) if played.printing else ""
    parts = [site.base.short_titles.get(played.game, ""), printing]
    for state, label in STATES.items():
        titles = ", ".join(site.options[option] for option in getattr(played, state))
        parts.append(f"{label}: {titles}" if titles else "")
    return TEXTS["between"].join(filter(None, parts))


def read(site: Site, parameters: Mapping[str, Sequence[str]]) -> Asked:
    """Read the parameters of an address. Unknown parameters are ignored; an unknown value is left out, with a line in
    ``left_out``. Raises :class:`QueryError` for a wrong number of results."""
    one = {name: values[0] for name, values in parameters.items()}
    left_out: list[str] = []

    def known(what: str, values: Iterable[str], among: Iterable[str]) -> list[str]:
        """Return the values in ``among``, and add a line about any other, a ``what``, to ``left_out``."""
        there = set(among)
        for value in values:
            if value and value not in there:
                left_out.append(TEXTS["not_known"].format(what, value[:_LONGEST_REPEATED]))
        return [value for value in values if value in there]

    game = "".join(known("edition", [one.get("game", "")], site.games))
    printings = site.printings.get(game, ()) if game else {each for some in site.printings.values() for each in some}
    printing = "".join(known("printing", [one.get("printing", "")], printings))
    states: dict[str, set[str]] = {}
    for state in STATES:
        fields = [name.removeprefix(OPTION_FIELD) for name, value in one.items() if value == state]
        said = {*parameters.get(state, ()), *(each for each in fields if OPTION_FIELD + each in one)}
        states[state] = {*known("option", sorted(said), site.options)}
    on, off = (tuple(option for option in site.options if option in states[state]) for state in STATES)
    played = Choices(game, printing, on, tuple(option for option in off if option not in on))
    limit = one.get("n", "") or str(SHOWN)
    if not (limit.isascii() and limit.isdigit() and len(limit) < 4 and 0 < int(limit) <= MOST):
        what = f"'n', the number of results, is '{limit[:_LONGEST_REPEATED]}'"
        raise QueryError(Finding(what, hint=f"write a number from 1 to {MOST}"))
    return Asked(one.get("q", ""), int(limit), played, one.get("all") == "1", tuple(left_out))


def results(site: Site, asked: Asked, whole: bool) -> str:
    """Return the judge's page with the results, or only the part with the results if it is not ``whole``."""
    hints, found = [*asked.left_out], None
    try:
        found = _find(site, asked)
    except QueryError as error:
        hints += [str(finding) for finding in error.findings]
    public, played = site.public("/judge"), asked.played
    return page(
        site,
        "/judge",
        "judge.html" if whole else "found.html",
        shared_as=f"{public}?{asked.query()}" if public and asked.asks else "",
        asked=asked,
        chosen=", ".join(filter(None, (site.base.short_titles.get(played.game), played.printing)))
        or TEXTS["all_editions"],
        hints=hints,
        **(_shown(site, asked, found) if found is not None else {}),
    )


def _find(site: Site, asked: Asked) -> Results | None:
    """Return the results of a search; ``None`` without a question. A game alone asks for all its rulings. Raises
    :class:`QueryError` for words that cannot be understood."""
    played, text = asked.played, asked.text
    if not asked.asks:
        return None
    if not text.strip():
        text = f"game:{played.game}"
    limit = len(site.game_of) if played.off else asked.limit
    found = site.base.search(text, played.game or None, limit, all_games=asked.all_games, printing=played.printing)
    if played.off:
        missing = missing_options(site.base, [each.id for each in found.every], played)
        # rulings that need an option that is off come last
        found.results = sorted(found, key=lambda each: any_of(each, missing))[: asked.limit]
    return found


def _shown(site: Site, asked: Asked, found: Results) -> dict[str, object]:
    """Return the values of the template ``found.html``: the results, notes on how the question was read, and links to
    further searches."""
    short, played = site.base.short_titles, asked.played
    by_words, told = bool(found.query.terms), headline(found)
    if found.query.printing and found.game:
        played = Choices(found.game, found.query.printing, played.on, played.off)
    is_open = len(found) == 1 and not by_words  # the card of a ruling that was asked for by its id
    # for the preview of a link the first result, only if the match is close
    best = "".join(f"{short[each.game]}: {each.says} ({each.id})" for each in found.results[:1])
    others = lookup.summaries(site.base.connection, found.elsewhere)

    def link(to: Asked, **beside: str) -> str:
        """Return the address of the judge's page for the search ``to``, with the parameters ``beside`` it."""
        return f"{site.path('/judge')}?{to.query(**beside)}"

    # the same question of other games, if the words name some
    query, turns = found.query, []
    scope = [*remarks(found)] if by_words or not found.results else []
    # the links name the choices and the passed-over words
    scope = [each for each in scope if each not in (told, PASSED_OVER.format(short.get(query.passed_over, "")))]
    everywhere = replace(asked, played=replace(asked.played, game="", printing=""), all_games=True)
    if query.games and not query.only:
        turns = [(TEXTS["as_the_question"], replace(everywhere, all_games=False))]
    elif query.games and not query.chosen:
        turns = [(TEXTS["all_editions"], everywhere)]
        if query.passed_over:
            chosen = TEXTS["only_edition"].format(short[query.passed_over])
            turns.append((chosen, replace(asked, all_games=True)))
    elif asked.played.game:
        turns = [(TEXTS["all_editions"], everywhere)]
    limits = replace(asked.played, game="", printing="") if query.games else asked.played
    limited = words(site, limits)
    return {
        "told": told or TEXTS["listed"].format(len(found)),
        "told_shortly": (told or best) if by_words else "",
        "weak": told != "",
        "scope": [*filter(None, [TEXTS["only_edition"].format(limited) if limits.game else limited]), *scope],
        # a page without an edition uses the one that was chosen last, unless its address names the editions that are
        # searched
        "turns": [(text, link(to, **({} if to.all_games else {"all": "0"}))) for text, to in turns],
        "wider": link(everywhere) if not found.results and (played.game or found.query.only) else "",
        "nearest": (short[query.nearest], link(replace(asked, text=in_nearest(asked.text, short[query.nearest]))))
        if query.nearest and not found.results
        else (),
        "results": [result(site, each, played, is_open=is_open) for each in found],
        "elsewhere": [(each, site.ruling(each), short[others[each]["game"]]) for each in found.elsewhere],
        "other_editions": ELSEWHERE,
        "more": link(asked, n=str(min(MOST, 2 * asked.limit))) if asked.limit == len(found) < MOST else "",
    }
