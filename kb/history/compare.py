"""What changed between two states; changes done and undone. Values in, values out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.change import ID, Change
from kb.history.state import FIELDS, State, Thing, fields_in_order


def compare(before: State, after: State) -> tuple[Change, ...]:
    """Every field that differs, thing by thing in order of kind and id.

    The other way round, it gives the same with ``was`` and ``now`` exchanged (:func:`mirrored`).
    """
    return tuple(
        change
        for thing in sorted(before.keys() | after.keys(), key=_order)
        for change in _differences(thing, before.get(thing, {}), after.get(thing, {}))
    )


def _differences(thing: Thing, before: dict[str, str], after: dict[str, str]) -> Iterable[Change]:
    what, id = thing
    games = tuple(dict.fromkeys(f"{before.get('games', '')} {after.get('games', '')}".split()))
    for field in fields_in_order(what, before.keys() | after.keys()):
        was, now = before.get(field, ""), after.get(field, "")
        if was != now:
            yield Change(what, id, tuple(sorted(games)), field, was, now)


def _order(thing: Thing) -> tuple[int, list[tuple[int, str]]]:
    """Kinds as they are listed, ids with their numbers as numbers."""
    what, id = thing
    return list(FIELDS).index(what), [(int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", id)]


def mirrored(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that undo these."""
    return tuple(Change(each.what, each.id, each.games, each.field, each.now, each.was) for each in changes)


def applied(state: State, changes: Iterable[Change]) -> State:
    """A state after some changes. What a thing that goes had is forgotten, whether or not the changes name it."""
    after = {thing: dict(fields) for thing, fields in state.items()}
    gone: set[Thing] = set()
    for each in changes:
        thing = (each.what, each.id)
        fields = after.setdefault(thing, {})
        if each.now:
            fields[each.field] = each.now
        else:
            fields.pop(each.field, None)
        if each.field == ID:
            (gone.discard if each.now else gone.add)(thing)
    return {thing: fields for thing, fields in after.items() if thing not in gone}


def told(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes without the fields of what is new, which are read where it stands; enough to undo them all."""
    kept = []
    given: set[Thing] = set()
    for each in changes:
        if each.given:
            given.add((each.what, each.id))
        if each.field == ID or (each.what, each.id) not in given:
            kept.append(each)
    return tuple(kept)


def by_thing(changes: Iterable[Change]) -> dict[Thing, list[Change]]:
    """The changes of each thing, in their order."""
    found: dict[Thing, list[Change]] = {}
    for each in changes:
        found.setdefault((each.what, each.id), []).append(each)
    return found
