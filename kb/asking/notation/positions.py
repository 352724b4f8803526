"""Who stands where, as a line names it: whose units are, in which place, and which were named before."""

from __future__ import annotations

from kb.asking.notation.facts import ACTING, acting
from kb.asking.notation.mentions import BETWEEN, Mention, Units
from kb.asking.notation.routes import is_sea, zone_between
from kb.asking.notation.scene import Standing
from kb.asking.notation.talk import Talk, Unclear
from kb.base.english import plural, spaced
from kb.games.board_model import UnitKind

#: as many units a plural without a number is, and the acts in which their number turns nothing
_TWO, _WITHOUT_NUMBER = 2, frozenset(("move", "land", "load", "offload"))
#: a space has at most so many units of a type
_MOST_UNITS = 100
#: what may stand between units of one list, and between a place and the units that are there
_IN_A_LIST = ("joint", "and", "filler", "a", "alone", "number", "all", "with", "there", "place", "in")
_THERE = frozenset((":", "with", "hold", "filler", "where", "(", "a", "joint", "in", "there", "beside"))
#: of these one says that they are there
_SAYS_THERE = frozenset((":", "with", "hold", "where", "(", "there", "beside"))
_IS = ("is", "are", "sits", "sit", "was", "were")
_HAS = ("has", "have", "had", "there is", "there are", "there was", "theres", "there s")


def take_units(talk: Talk) -> None:
    """Find the owner and place of all units, and let them stand."""
    if not talk.turn and (power := acting(talk)):
        talk.turn = talk.scene.turn = power
        talk.scene.assume("turn", power)
    _owners(talk)
    _places(talk)
    _lists(talk)
    for each, units in talk.mentions.units():
        if not units.absent:
            talk.standing[each.at] = _known(talk, each, units) or _new(talk, each, units)


def _owners(talk: Talk) -> None:
    """The power of units that have none: of those before them in a list, of the power that acts, of its enemy."""
    subject = attacker = named = ""
    before: Units | None = None
    sentence = -1
    for each in talk.mentions.all:
        if each.sentence != sentence:
            subject, attacker, before, sentence, named = "", "", None, each.sentence, ""
        if each.kind in ("power", "turn-of") and (not each.used or each.item.power == talk.turn):
            struck = talk.mentions.all[each.at - 1] if each.at else each
            while struck.kind in ("filler", "a", "him") and struck.at:
                struck = talk.mentions.all[struck.at - 1]
            if attacker and (struck.kind == "versus" or struck.which in ACTING):
                continue  # it is attacked
            subject, before, attacker, named = each.item.power, None, "", each.item.power
        elif each.kind == "versus" or (each.kind == "act" and each.which in ACTING):
            strikes = each.kind == "versus" or not _names_its_own(talk, each, subject or talk.turn)
            attacker, before = (subject or talk.turn) if strikes else "", None
        elif each.kind == "with" and attacker:
            subject, attacker, before = attacker, "", None
        elif each.units is not None:
            units = each.units
            if units.whose and not units.power:
                me = talk.speaker()
                units.power = me if units.whose == "me" else talk.other(me) if me else ""
            if units.whose == "him" and not units.power:
                raise Unclear(f"whose is the {spaced(units.unit)}?", "name the power before it")
            again = not talk.belongs(units) and _is_again(talk, each, units)
            if again and not units.power and named:  # "germany loses the inf"
                units.power = named
                again = _is_again(talk, each, units)
            if not units.power and not talk.belongs(units) and not again:
                enemy = talk.other(attacker) if attacker else ""
                units.power = (before.power if before else "") or enemy or ("" if attacker else subject)
            subject, before = subject or units.power, units
        elif each.kind not in _IN_A_LIST:
            before = None
        named = "" if each.kind == "joint" and each.text == "," else named


def _names_its_own(talk: Talk, attack: Mention, attacker: str) -> bool:
    """Whether the units behind an attack are those that attack: a place and a colon stand before them, and enemies
    behind *on*: ``us attacks in sz53: 1 destroyer on 1 jap sub``."""
    row = [each for each in talk.mentions.all[attack.at + 1 :] if each.sentence == attack.sentence]
    colon = next((at for at, each in enumerate(row) if each.kind == ":"), len(row))
    behind = [each.units for each in row[colon:] if each.units is not None]
    enemies = talk.enemies(attacker)
    placed = any(each.kind == "place" for each in row[:colon]) and not any(each.units for each in row[:colon])
    return placed and bool(behind) and not behind[0].power and any(each.power in enemies for each in behind)


def _places(talk: Talk) -> None:
    """The place of units: the next one behind them, or the one before them that says who is there."""
    waiting: list[Units] = []
    place: Mention | None = None
    heading: Mention | None = None
    there: Mention | None = None
    apart = False
    listed: Mention | None = None
    for each in talk.mentions.all:
        loose = each.kind in ("unknown", "joint", "and")
        was_apart, apart = apart, loose or (apart and each.kind in ("filler", "a", "alone"))
        if each.units is not None:
            if listed is not None and listed.units is not None and _is_joined(talk, listed, each):
                each.units.at, listed = listed.units.at, each
                waiting = []
            elif heading is not None or (place is not None and _is_there(talk, place, each)):
                listed = each
                at = heading or place
                assert at is not None
                if talk.mentions.all[at.at + 1].kind == "with" and each.units.power in ("", talk.turn):
                    at = talk.mentions.first_of_way(at)  # "95-96 with a cruiser"
                each.units.at = _stands(talk, each.units, at)
                passed = any(one.kind == "act" for one in talk.mentions.ahead(at)[-1:])
                at.used = not (at.role in ("to", "via") or passed or talk.mentions.is_on_the_way(at))
                waiting = []
            else:
                waiting += [] if _is_again(talk, each, each.units) else [each.units]
        elif each.kind == ":" and place is not None and talk.mentions.all[each.at - 1] is place:
            heading, place.used = place, True
        elif each.kind == "place":
            place = each
            there = each if each.role != "from" else there
            led = each.role in ("in", "from", "beside") or not (each.role or was_apart)
            if waiting and led and not talk.mentions.is_on_the_way(each):
                for units in _of_place(talk, waiting, each):
                    units.at = _stands(talk, units, each)
                    units.start = units.at if each.role == "from" else ""
                each.used = True
            waiting = []
        elif each.kind == "there" and there is not None:
            for units in waiting:
                units.at = _stands(talk, units, there)
            waiting = []
        elif waiting and each.kind in ("joint", "and") and _is_elsewhere(talk, each):
            raise Unclear(f"where is the {spaced(waiting[-1].unit)}?", "say its place")
        elif each.kind == "act" and waiting and _comes_from(talk, each):
            continue  # "1 tank driving over from egypt"
        elif each.kind in ("stop", "act", "versus", "may"):
            place = None if each.kind == "stop" else place
            heading = None if each.kind in ("stop", "act") else heading
            waiting = []


def _is_elsewhere(talk: Talk, joint: Mention) -> bool:
    """Whether words that are not understood stand between units and the next of a list: they may be a place."""
    row = talk.mentions.all[: joint.at]
    while row and row[-1].kind == "unknown":
        row = row[:-1]
    return len(row) < joint.at and bool(row) and row[-1].units is not None


def _is_joined(talk: Talk, one: Mention, other: Mention) -> bool:
    """Whether two units are joined by *and*: ``malta has an air base and 2 fighters``."""
    between = talk.mentions.all[one.at + 1 : other.at]
    return any(each.kind == "and" or each.text in ("+", "&") for each in between) and all(
        each.kind in ("and", "filler", "a") or each.text in ("+", "&") for each in between
    )


def _of_place(talk: Talk, waiting: list[Units], place: Mention) -> list[Units]:
    """Those of some units that can be at a place: no ships on land, where others are named with them."""
    ships = [each for each in waiting if talk.scene.kind(each.unit) is UnitKind.SHIP]
    mixed = len(ships) < len(waiting) and talk.is_land(place) and place.role != "beside"
    return [each for each in waiting if each not in ships] if mixed else waiting


def _comes_from(talk: Talk, act: Mention) -> bool:
    """Whether units go from a place, and it is not said where to."""
    behind = talk.mentions.behind(act, ("filler", "via", "in"))
    after = talk.mentions.behind(behind, ("filler",)) if behind is not None else None
    on = after is not None and (after.kind == "dash" or (after.kind == "place" and after.role in ("to", "via")))
    return behind is not None and behind.kind == "place" and behind.role == "from" and not on


def _stands(talk: Talk, units: Units, place: Mention) -> str:
    """The space of units at a place; a ship is in the sea zone beside a land."""
    kind = talk.scene.kind(units.unit)
    space = talk.space(place, kind)
    if kind is not UnitKind.SHIP or is_sea(talk.rules, space):
        return space
    if place.role not in ("", "beside"):
        raise Unclear(f"in which sea zone is the {spaced(units.unit)}?", "a ship is in a sea zone")
    zone = zone_between(talk.rules, space, talk.scene.named)
    talk.scene.assume("place", f"the sea zone beside {place.text}", zone)
    return zone


def _is_there(talk: Talk, place: Mention, units: Mention) -> bool:
    """Whether a place right before units is where they are: ``sz5: 2 subs``, ``karelia has 2 inf``, ``libya 2 inf``."""
    between = talk.mentions.all[place.at + 1 : units.at]
    if any(each.kind == "hold" for each in between):  # "kwangtung is held by japan with 1 infantry"
        between = [each for each in between if not (each.kind == "power" and each.used)]
    ahead = talk.mentions.ahead(place)
    if any(each.text in _HAS for each in between):  # "hupeh was retaken this turn and has 1 infantry"
        between = [each for each in between if each.which != "take" and each.kind not in ("now", "old", "and", "by")]
    kinds = {each.kind for each in between}
    enemy = units.units is not None and units.units.power in talk.enemies(talk.turn)
    struck = [each for each in ahead if each.kind not in ("filler", "a", "power", "him")][-1:]
    if place.role == "from" or (struck and struck[0].kind == "act" and not ("where" in kinds or enemy)):
        return False
    before = ahead[-1].units if ahead else None
    if (
        not between
        and not place.role
        and (not ahead or ahead[-1].kind in ("joint", "filler", "act") or (before and before.at))
    ):
        return True
    if units.units is not None and talk.scene.kind(units.units.unit) is UnitKind.FACILITY and talk.is_land(place):
        return kinds <= {"filler"}  # "norway's working naval base"
    behind = talk.mentions.behind(units, ("filler", "a"))
    elsewhere = behind is not None and behind.kind == "place" and behind.role == "in"
    says = (*_HAS[:3], *(_IS if place.role == "in" else ()), *(() if elsewhere else _HAS[3:]))
    told = any(each.text in says for each in (*between, units))
    return kinds <= _THERE and (bool(kinds & _SAYS_THERE) or told)


def _lists(talk: Talk) -> None:
    """Units of a list are where the one before them in it is."""
    before: Units | None = None
    for each in talk.mentions.all:
        if each.units is not None:
            units = each.units
            same = before is not None and before.power in ("", units.power)
            if before is not None and same and not units.at and not _is_again(talk, each, units):
                units.at, units.start = before.at, before.start
            before = units
        elif each.kind == "with" and before is not None and talk.scene.kind(before.unit) is UnitKind.FACILITY:
            continue  # "london has an air base with 1 fighter"
        elif each.kind not in ("joint", "and", "filler", "a", "alone"):
            before = None


def _is_again(talk: Talk, each: Mention, units: Units) -> bool:
    """Whether units were named before: without a number where such are known, or with one that fits those known."""
    earlier = [(one, group) for one, group in talk.mentions.units() if one.at < each.at and not group.absent]
    known = [(one, kind) for one, group in earlier for kind in (group, *group.cargo) if kind.unit == units.unit]
    fit = [
        (one, kind)
        for one, kind in known
        if units.power in ("", kind.power) or (not kind.power and kind is not one.units)
    ]
    known_new = any(kind.new or talk.is_bought(one) for one, kind in fit)
    if units.new and known_new and not units.article:
        return True  # "places a new carrier ... onto the new carrier"
    if units.absent or not fit or (units.new and all(kind.at for _, kind in fit)):
        return False
    if units.count is None and not units.article:
        return True
    ahead = {one.kind for one in talk.mentions.ahead(each)}
    apart = bool(ahead & {"act", "may", "question"}) or any(one.sentence < each.sentence for one, _ in fit)
    if units.article and not (talk.mentions.is_asked(each) or all(one.sentence < each.sentence for one, _ in fit)):
        return False
    fits = len(fit) == 1 and all((kind.count or 1) >= (units.count or 1) for _, kind in fit)
    return apart and fits and all(units.at in ("", kind.at, one.units.at if one.units else "") for one, kind in fit)


def _known(talk: Talk, each: Mention, units: Units) -> Standing | None:
    """The units named before that a mention speaks of again. Raises :class:`Unclear` for several."""
    if not _is_again(talk, each, units):
        return None
    known = [one for ship in talk.everyone() for one in (ship, *ship.cargo) if one.unit == units.unit]
    fit = [one for one in known if units.power in ("", one.power) and units.at in ("", one.place)]
    if len(fit) > 1 and _goes(talk, each):
        fit = [one for one in fit if one.power == talk.turn] or fit
    elif len(fit) > 1 and each.text in ("that", "this"):
        fit = fit[-1:]
    if len(fit) > 1:
        raise Unclear(f"which {spaced(units.unit)} is meant?", "say its place and whose it is")
    return fit[0] if fit else None


def _goes(talk: Talk, units: Mention) -> bool:
    """Whether units stand before what the power on turn does."""
    behind = talk.mentions.behind(units, (*BETWEEN, "may", "place"))
    return behind is not None and behind.which in ("move", "offload", "land", "load", "attack", "retreat", "take")


def _new(talk: Talk, each: Mention, units: Units) -> Standing:
    """Units that are named for the first time."""
    if units.several and units.count is None:
        _take_two(talk, units)
    if (units.count or 0) > _MOST_UNITS:
        raise Unclear(f"'{units.count}' is too many", f"from 1 to {_MOST_UNITS}")
    power, belongs = units.power, talk.belongs(units)
    holder = talk.scene.holder(units.at) if units.at and not is_sea(talk.rules, units.at) else ""
    if talk.scene.kind(units.unit) is UnitKind.FACILITY and not (units.at or units.new or talk.is_bought(each)):
        _take_home(talk, each, units)
    if belongs or (holder in talk.enemies(talk.turn) and not units.start):
        power = power or holder
    if not units.at and talk.is_gun(units.unit) and _goes(talk, each):
        power = power or talk.turn
    attacked = any(one.kind == "versus" or one.which in ACTING for one in talk.mentions.ahead(each))
    if not belongs:
        power = power or (talk.turn if not attacked else "")
        if not power:
            raise Unclear(f"whose is the {spaced(units.unit)}?", "name the power before it")
    made = Standing(units.unit, power, units.count or 1, units.at, units.at)
    made.damage = units.damage
    if units.left is not None:
        made.spent = max(0, (talk.rules.board.unit(units.unit).move or 0) - units.left)
    made.cargo = [Standing(one.unit, one.power or power, one.count or 1, units.at, units.at) for one in units.cargo]
    return made


def _take_home(talk: Talk, each: Mention, units: Units) -> None:
    """A complex of a power, of which no place is said, is the one that is printed in its capital."""
    power = units.power or talk.turn
    board = talk.rules.board
    homes = next((seat.capitals for seat in board.powers if seat.id == power), ())
    printed = {row.space for row in board.setup if row.unit == units.unit}
    home = next((each for each in homes if each in printed), "")
    there = any(one.kind == "there" for one in talk.mentions.all[each.at + 1 : each.at + 4])
    if home and not there:
        units.at, units.power = home, power
        talk.scene.assume("stands", units.unit, power, home)


def _take_two(talk: Talk, units: Units) -> None:
    """Units without a number are two where it is asked how they go. Raises :class:`Unclear` where they may fight."""
    acts = {each.which for each in talk.mentions.of("act")}
    if talk.mentions.of("dice", "face", "odds", "outcome", "versus") or not acts <= _WITHOUT_NUMBER or not acts:
        raise Unclear(f"how many {plural(spaced(units.unit), _TWO)}?", "a number must stand before it")
    units.count = _TWO
    talk.scene.assume("several", units.unit, str(_TWO))
