"""Aircraft that scramble: the ships of the power on turn go to where they would, and their power chooses it then."""

from __future__ import annotations

from kb.asking.notation.moves import use_acts
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Standing
from kb.asking.notation.talk import Talk, Unclear, by_type
from kb.games.board_model import UnitKind

_SCRAMBLE, _LANDS = "scramble", ("offload", "amphib", "take", "land", "attack")


def is_scramble(talk: Talk) -> bool:
    """Whether it is asked whether aircraft may scramble."""
    return talk.acts.asked and any(each.which == _SCRAMBLE for each in talk.mentions.of("act"))


def scramble(talk: Talk) -> None:
    """Ships go, troops aboard land where land is named for them, and aircraft of the other side scramble."""
    planes = _planes(talk)
    ships = [each for each in talk.of_turn() if talk.scene.kind(each.unit) is UnitKind.SHIP]
    zones, lands = _goals(talk, ships)
    if not planes or not ships or not zones or len(lands) > 1:
        raise Unclear("what scrambles, and against what?", "say which ships go where, and which aircraft there are")
    for each in talk.mentions.of("place", "versus"):
        each.used = True
    use_acts(talk, _SCRAMBLE, "move", "defend", *_LANDS)
    for one in talk.everyone():
        one.place = one.place or (zones[-1] if talk.scene.kind(one.unit) is UnitKind.SHIP else "")
    talk.put()
    talk.of(talk.turn, {})
    talk.scene.phase = talk.scene.phase or "combat-move"
    coming = [(each, each.count) for each in ships if each.now != zones[-1]]
    if coming:
        talk.go(coming, [], zones)
    troops = [one for ship in ships for one in ship.cargo]
    for land in lands if troops else ():
        talk.do(talk.turn, {"offload": by_type((one, one.count) for one in troops), "from": zones[-1], "to": land})
    power = planes[0].power
    end = talk.acts.supplied_end("combat-move")
    talk.acts.acts.append({**end, "choices": [{power: by_type((each, each.count) for each in planes)}]})
    talk.acts.asked = False


def _planes(talk: Talk) -> list[Standing]:
    """The aircraft that would scramble: those that the question names, else all of the other side on land."""
    flying = [each for each in talk.foes() if talk.scene.kind(each.unit) is UnitKind.AIR]
    asked = [talk.standing[each.at] for each in talk.mentions.question() if talk.standing.get(each.at) in flying]
    found = list(dict.fromkeys(asked or flying))
    return found if len({(each.power, each.place) for each in found}) == 1 and found[0].place else []


def _goals(talk: Talk, ships: list[Standing]) -> tuple[list[str], list[str]]:
    """The sea zones that ships go through, the last one to where they fight; the lands that troops go to."""
    left = [each for each in talk.mentions.of("place") if not each.used]
    told = [(each.role, talk.space(each, UnitKind.SHIP)) for each in left if not talk.is_land(each)]
    start = next((zone for role, zone in told if role == "from" or len(told) > 1), "")
    for each in ships:
        each.place = each.now = each.place or start
    starts = {each.place for each in ships}
    zones = [zone for zone in dict.fromkeys(zone for _, zone in told) if zone not in starts]
    foes = [each.place for each in talk.foes() if each.place and is_sea(talk.rules, each.place)]
    lands = [talk.space(each) for each in left if talk.is_land(each) and each.role in ("to", "")]
    lands += [each.place for each in _planes(talk)] if not lands and any(ship.cargo for ship in ships) else []
    zones = zones or list(dict.fromkeys(foes))[:1] or sorted(each for each in starts if each)[:1]
    return zones, list(dict.fromkeys(lands))
