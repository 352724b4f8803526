"""What the rulings on the judge's page can be narrowed by, beside the edition: one entry of ``FACETS`` each.

The form, the addresses, the search with and without network and the links out of an empty result are made from it.
"""

from __future__ import annotations

from typing import NamedTuple


class Facet(NamedTuple):
    """A choice of one value: only the rulings that have it are shown.

    ``name`` is the parameter of an address, ``legend`` and ``any`` label the choice and its empty value, ``widen`` the
    link that takes the choice back. ``values`` is the SQL for (value, title) in order, ``of_rulings`` that for (ruling,
    value).
    """

    name: str
    legend: str
    any: str
    widen: str
    values: str
    of_rulings: str


FACETS: tuple[Facet, ...] = (
    Facet(
        name="phase",
        legend="Phase",
        any="Any phase",
        widen="Search all phases",
        values="select id, short from phases order by asked",
        of_rulings="select ruling, phase from ruling_phases order by rowid",
    ),
)
