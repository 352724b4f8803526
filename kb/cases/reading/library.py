"""The scenarios of ``data/scenarios/``, and the rulings, sections and games to which they refer."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Mapping

from kb.base import yamlfile
from kb.base.errors import BadInput, Collector, Finding, NotFound, NotPlayed, raise_if
from kb.base.shape import suggest
from kb.cases.expectations.key import Sections
from kb.cases.language.scenario import Scenario, fingerprint
from kb.cases.language.vocabulary import game_named
from kb.cases.reading.scenario_files import RulesOf, read_sound
from kb.engine.core.rulebook import Rulebook, wrong_lines
from kb.games import packed, rulesets
from kb.games.board_model import Board, find_board
from kb.games.rulesets import RuleSet
from kb.model.evidence import StoredScenario

FOLDER = "scenarios"
#: a scenario parsed from a file, or loaded from the database
AnyScenario = Scenario | StoredScenario


class RulesLoader:
    """Loads the rule books of ``data``: a folder, or a file in which all rule books are packed.

    The boards and rule sets of a game are read on first use, from ``source`` if it is given: the same data, packed.
    """

    def __init__(self, data: str, source: str = "") -> None:
        self.data, self.source = data, source or data
        self._known: dict[tuple[str, str, str], Rulebook] = {}
        self._read: dict[str, tuple[tuple[Board, ...], tuple[RuleSet, ...]]] = {}

    def __call__(self, game: str, board: str = "", ruleset: str = "") -> Rulebook:
        """Return the rule book of a game, given by its id or a name that players use. Raises :class:`NotFound` for an
        unknown name, :class:`NotPlayed` for a game without rules, :class:`BadInput` for rules with mistakes."""
        key = (game, board, ruleset)
        if key not in self._known:
            all_boards, sets = self._game(game)
            own = sets[0].game
            having = next((each.id for each in sets if board in each.boards), "")
            rules = rulesets.find_ruleset(sets, own, ruleset or having)
            raise_if(wrong_lines(rules))
            if board and having and board not in rules.boards:
                hint = f"it has {', '.join(rules.boards)}"
                raise NotFound(Finding(f"the rule set {rules.id} lacks the board '{board}'", hint=hint))
            place = find_board(all_boards, own, board or rules.boards[0])
            whole = (own, place.id, rules.id)
            self._known[key] = self._known.get(whole) or self._known.setdefault(whole, Rulebook(place, rules))
        return self._known[key]

    def printings(self, rules: Rulebook) -> list[Rulebook]:
        """Return the rule books of the other printings of a rule set; none if it is such a printing itself."""
        own = rules.ruleset.game
        others = rulesets.printings_of(rules.ruleset, rules.board.id, self._game(own)[1])
        return [self(own, board, ruleset) for board, ruleset in others]

    def _game(self, game: str) -> tuple[tuple[Board, ...], tuple[RuleSet, ...]]:
        """Return the boards and rule sets of a game. Raises :class:`NotFound`, or :class:`NotPlayed` without rules."""
        if game not in self._read:
            games, unplayed = self._games(), self.unplayed()
            exact = {*games, *unplayed, *(board for boards in games.values() for board in boards)}
            called = game if game in exact else game_named(game, self.source)
            if called in unplayed:
                raise NotPlayed(unplayed[called])
            if called not in games:
                hint = self._meant(game, games) or f"games are: {', '.join(sorted(games))}"
                raise NotFound(Finding(f"there is no game '{game}'", hint=hint))
            self._read[game] = self._read_game(called)
        return self._read[game]

    def _games(self) -> dict[str, list[str]]:
        """Return every game, with the ids of its boards."""
        if packed.is_packed(self.source):
            return packed.boards_by_game(self.source)
        from kb.games import boards  # the reader of CSV is not loaded if the boards are packed

        games = (each.name for each in os.scandir(os.path.join(self.source, "games")) if each.is_dir())
        return {game: boards.ids(self.source, game) for game in games}

    def unplayed(self) -> dict[str, str]:
        """Return the short titles of the games without rules, by their ids."""
        if packed.is_packed(self.source):
            return packed.unplayed(self.source)
        from kb.games import catalogue  # the reader of YAML is not loaded if the rules are packed

        games = catalogue.games(self.source)
        return {game.id: game.short for game in games if not rulesets.files(self.source, game.id)}

    def _read_game(self, game: str) -> tuple[tuple[Board, ...], tuple[RuleSet, ...]]:
        """Return the boards and rule sets of a game from its files or the packed file; without rule sets, none."""
        if packed.is_packed(self.source):
            return packed.game(self.source, game)
        from kb.games import boards  # as above

        sets = rulesets.load_rulesets(self.source, game)
        return boards.boards_of(self.source, game) if sets else (), sets

    def _meant(self, name: str, games: Mapping[str, Iterable[str]]) -> str:
        """Return a hint for an unknown name of a game: the id of a board, a name that players use, or a misspelt id. It
        is empty if the name is none of these."""
        for game, own in sorted(games.items()):
            if name in own:
                return f"it is a board: write 'game: {game}' and 'board: {name}'"
        called = game_named(name, self.source)
        return f"did you mean '{called}'?" if called else suggest(name, games)

    def every(self, game: str) -> tuple[Rulebook, ...]:
        """Return the rule books of a game: every rule set on each of its boards."""
        all_boards, sets = self._game(game)
        known = {each.id for each in all_boards}
        return tuple(self(game, board, rules.id) for rules in sets for board in rules.boards if board in known)

    def of(self, scenario: Scenario) -> Rulebook:
        """Return the rule book of a scenario."""
        return self(scenario.game, scenario.board, scenario.ruleset)


def quickest(data: str, path: str) -> RulesLoader:
    """Return a loader of the rule books of ``data``, read from the packed file ``path`` if that is up to date."""
    fresh = os.path.isfile(path) and packed.line(path, packed.HEAD)["digest"] == packed.digest(data)
    return RulesLoader(data, path if fresh else data)


def by_rules(scenarios: Iterable[Scenario], rules_of: RulesLoader) -> list[tuple[Rulebook, list[Scenario]]]:
    """Group scenarios by rule book: a rule set on one of its boards."""
    groups: dict[int, tuple[Rulebook, list[Scenario]]] = {}
    for each in scenarios:
        rules = rules_of.of(each)
        groups.setdefault(id(rules), (rules, []))[1].append(each)
    return list(groups.values())


def files(data: str, game: str = "") -> list[tuple[str, str]]:
    """Return the path and the name of each scenario file of one game, or of all games."""
    paths = sorted(glob.glob(os.path.join(data, FOLDER, game or "*", "*.yaml")))
    return [(path, f"data/{FOLDER}/{game_of(path)}/{os.path.basename(path)}") for path in paths]


def load(data: str, game: str = "", rules_of: RulesOf | None = None) -> tuple[Scenario, ...]:
    """Return all scenarios of ``data``, or those of one game. Raises :class:`BadInput` with all findings."""
    rules_of, collect = rules_of or RulesLoader(data), Collector()
    found: list[Scenario] = []
    for path, name in files(data, game):
        read, wrong = collect(sound_in, collect(yamlfile.text_in, path, name), name, rules_of) or ((), ())
        collect.add(wrong)
        found += read
    raise_if([*collect.findings, *doubled(found)])
    return tuple(found)


def sound_in(text: str, name: str, rules_of: RulesOf) -> tuple[tuple[Scenario, ...], list[Finding]]:
    """Return the valid scenarios in the text of the file ``name``, and all findings."""
    try:
        read = read_sound(yamlfile.parse(text, name), name, rules_of)
    except BadInput as error:
        return (), list(error.findings)
    findings, folder = list(read.findings), game_of(name)
    if read.game != folder:
        message = f"scenarios of '{read.game}' are in the folder of '{folder}'"
        findings.append(Finding(message, name, 1, "move the file"))
    return read.scenarios, findings


def game_of(file: str) -> str:
    """Return the game of a scenario file: the name of its folder."""
    return os.path.basename(os.path.dirname(file))


def doubled(found: Iterable[AnyScenario]) -> list[Finding]:
    """Return a finding for each scenario with the id of an earlier one."""
    first: dict[str, AnyScenario] = {}
    findings = []
    for each in found:
        before = first.setdefault(each.name, each)
        if before is not each:
            what = f"the scenario '{each.name.partition('/')[2]}' occurs twice"
            findings.append(
                Finding(what, each.file, each.line, f"the first is in {before.file}:{before.line}; rename one")
            )
    return findings


# -- rulings and sections of scenarios


#: returns the plain question and answer of a ruling by its id, or None if it is unknown
Texts = Callable[[str], tuple[str, str] | None]


def unknown_references(
    scenarios: Iterable[AnyScenario], rulings: Iterable[str], sections: Iterable[str]
) -> list[Finding]:
    """Return a finding for each ruling or section that a scenario names and that is not among ``rulings`` or
    ``sections``."""
    known = {"ruling": dict.fromkeys(rulings), "section": dict.fromkeys(sections)}
    findings = []
    for each in scenarios:
        for what, ids in (("ruling", each.rulings), ("section", each.sections)):
            for name in ids:
                if name not in known[what]:
                    findings.append(
                        Finding(f"unknown {what} '{name}'", each.file, each.line, suggest(name, known[what]))
                    )
    return findings


def unknown_games(scenarios: Iterable[Scenario], rules_of: RulesOf) -> list[Finding]:
    """Return a finding for each game under ``elsewhere`` that is unknown, has no rules, or is the scenario's own."""
    findings = []
    for each in scenarios:
        for crossing in each.elsewhere:
            try:
                if rules_of(crossing.game, crossing.board, "").ruleset.game == each.game:
                    what = f"the scenario {each.id} is of {each.game} itself"
                    wrong = Finding(what, each.file, crossing.line, "name another game")
                    findings.append(wrong)
            except NotFound as error:
                wrong = error.findings[0]
                findings.append(Finding(wrong.message, each.file, crossing.line, wrong.hint))
    return findings


def suspects(scenarios: Iterable[AnyScenario], texts: Texts, needed: bool = True) -> list[Finding]:
    """Return a finding for each ruling whose text has changed since its scenario was written. If fingerprints are
    ``needed``, a missing one is a finding, too."""
    findings = []
    for each in scenarios:
        for ruling, known in zip(each.rulings, each.fingerprints or [""] * len(each.rulings), strict=False):
            text = texts(ruling)
            now = fingerprint(*text) if text else known
            if now != known and (known or needed):
                what = f"the text of {ruling} has changed since {each.id} was written"
                message = what if known else f"{each.id} has no fingerprint of {ruling}"
                findings.append(
                    Finding(message, each.file, each.line, f"read the ruling, then write fingerprint: {now}")
                )
    return findings


def sections_of(rows: Iterable[Mapping[str, str]]) -> Sections:
    """Return a function that looks up sections in rows with at least ``id``, ``title``, ``pages`` and ``parent``."""
    known = {row["id"]: row for row in rows}
    return known.get
