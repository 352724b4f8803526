"""What rulings can be narrowed by beside the game: a table of the values, and one of the rulings that have them.

A facet is added here alone: its tables, their rows, and the buttons of the judge's page follow from its entry.
"""

from __future__ import annotations

from kb.store.tables import description
from kb.store.tables.description import INTEGER, Column, Shown, Table, link_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kb.base.model import Corpus

    Values = Callable[[Corpus], Iterable[object]]
    Pairs = Callable[[Corpus], Iterable[tuple[str, str]]]


class Buttons:
    """How the judge's page lets a reader keep a search to one value: ``legend`` and ``any`` label the buttons and the
    one for all values, ``widen`` the link that takes the choice back.

    A button says what the column ``says`` of the table of values has; they stand in the order of the column ``by``.
    """

    __slots__ = ("any", "by", "legend", "says", "widen")

    def __init__(
        self, legend: str = "", any: str = "", widen: str = "", *, says: str = "title", by: str = "rowid"
    ) -> None:
        self.legend, self.any, self.widen, self.says, self.by = legend, any, widen, says, by


NO_BUTTONS = Buttons()


class Facet:
    """One thing to narrow rulings by, named in the singular, which is also its parameter of an address.

    ``values`` is the table of its values, which ``rows`` takes from a corpus; ``links`` the table of the rulings that
    have them (``means`` says in a sentence which do), filled with the pairs (ruling, value) that ``pairs`` returns.
    The judge's page has ``buttons`` for them unless these have no legend.
    """

    __slots__ = ("buttons", "links", "name", "pairs", "rows", "values")

    def __init__(
        self, name: str, values: Table, means: str, *, rows: Values, pairs: Pairs, buttons: Buttons = NO_BUTTONS
    ) -> None:
        self.name, self.values, self.rows, self.pairs, self.buttons = name, values, rows, pairs, buttons
        own = Column(name, f"The {name}.", references=values.name)
        self.links = link_table(f"{values.title} of rulings", means, description.RULING, own)


def _options(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Return the options that each ruling depends on."""
    return ((ruling.id, option) for ruling in corpus.rulings for option in ruling.depends_on)


def _phases(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the phases that each ruling belongs to by its sections or those above them."""
    parent = {section.id: section.parent for section in corpus.catalogues.sections}
    own: dict[str, list[str]] = {}
    for phase in corpus.catalogues.phases:
        for section in phase.sections:
            own.setdefault(section, []).append(phase.id)

    def of(section: str) -> Iterator[str]:
        while section:
            yield from own.get(section, ())
            section = parent[section]

    found = {(ruling.id, phase) for ruling in corpus.rulings for link in ruling.sections for phase in of(link.section)}
    return (
        pair
        for ruling in corpus.rulings
        for phase in corpus.catalogues.phases
        if (pair := (ruling.id, phase.id)) in found
    )


FACETS = (
    Facet(
        "option",
        Table(
            "options",
            "Options",
            "Rules that a table may play with or without.",
            (Column("id", "The id of the option."), description.TITLE, description.ABOUT),
            shown=Shown(label="title"),
        ),
        "Which options a ruling depends on.",
        rows=lambda corpus: corpus.catalogues.options,
        pairs=_options,
    ),
    Facet(
        "phase",
        Table(
            "phases",
            "Phases",
            "The phases of a turn that a search can be kept to.",
            (
                Column("id", "The id of the phase."),
                description.TITLE,
                Column("short", "What a button says."),
                Column("asked", "The place of its button: 1 for the most asked.", INTEGER),
            ),
            shown=Shown(label="title"),
        ),
        "Which phases a ruling belongs to, by its sections.",
        rows=lambda corpus: corpus.catalogues.phases,
        pairs=_phases,
        buttons=Buttons("Phase", "Any phase", "Search all phases", says="short", by="asked"),
    ),
)
