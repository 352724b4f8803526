"""A profile is read strictly, kept as a link, and means the same in Python and in the browser."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.base.errors import QueryError
from kb.web.profile import Profile, ProfileChoices, RulingChoices, parse, parse_known
from kb.web.shared import FACETS
from kb.web.site import site_of

CHOICES = ProfileChoices(
    games={"old": "The old game", "new": "The new game"},
    printings={"old": (), "new": ("2010", "2012")},
    options={"tech": "Technology", "straits": "Straits closed", "air": "Interceptors"},
    facets={**{facet.name: {} for facet in FACETS}, "phase": {"move": "Moving", "fight": "Fighting"}},
    rulings={
        "o-1": RulingChoices("old", ("tech",), {"phase": ("move",)}),
        "o-2": RulingChoices("old", (), {"phase": ("move", "fight")}),
        "n-1": RulingChoices("new", ("straits", "tech"), {"phase": ("fight",)}),
        "n-2": RulingChoices("new", ("air",), {"phase": ()}),
    },
)


def asked(query: str) -> Profile:
    return parse(parse_qs(query, keep_blank_values=True), CHOICES)


def profiles(choices: ProfileChoices) -> st.SearchStrategy[Profile]:
    @st.composite
    def made(draw: st.DrawFn) -> Profile:
        game = draw(st.sampled_from(["", *choices.games]))
        printing = draw(st.sampled_from(["", *choices.printings_of(game)]))
        states = {option: draw(st.sampled_from(["on", "off", ""])) for option in choices.options}
        kept = {state: tuple(o for o in choices.options if states[o] == state) for state in ("on", "off")}
        phase = draw(st.sampled_from(["", *choices.facets["phase"]]))
        return Profile(game, printing, facets={"phase": phase} if phase else {}, **kept)

    return made()


@given(profiles(CHOICES))
def test_a_profile_survives_its_link(profile: Profile) -> None:
    assert asked(profile.query()) == profile


def test_a_form_says_the_same_as_a_link() -> None:
    form = asked("game=new&printing=2010&phase=&option.tech=off&option.straits=on&option.air=")
    assert form == asked("game=new&printing=2010&on=straits&off=tech")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("gmae=old", "did you mean game?"),
        ("game=ald", "did you mean old?"),
        ("game=old&game=new", "'game' is said twice"),
        ("printing=2012", "a printing without an edition"),
        ("game=old&printing=2012", "there is no printing '2012'"),
        ("phase=figth", "did you mean fight?"),
        ("on=teck", "did you mean tech?"),
        ("off=tech&on=tech", "cannot be in force and not in force"),
        ("off=tech&option.tech=on", "cannot be in force and not in force"),
        ("option.tech=maybe", "there is no state of an option 'maybe'"),
        ("option.teck=on", "nothing is called"),
    ],
)
def test_what_nobody_can_mean_is_refused_in_one_line(query: str, said: str) -> None:
    with pytest.raises(QueryError) as refused:
        asked(query)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_link_is_read_as_far_as_it_is_known() -> None:
    profile, lines = parse_known(
        parse_qs("fbclid=1&game=new&printing=2010&on=tech&on=radar&off=air&phase=swim&utm_source=a"), CHOICES
    )
    assert profile == Profile("new", "2010", ("tech",), ("air",))
    assert lines == [
        "This link names the phase 'swim', which is not known here. It is left out.",
        "This link names the option 'radar', which is not known here. It is left out.",
    ]
    assert parse_known({"game": ["no" * 90], "printing": ["2010"]}, CHOICES)[0] == Profile()
    assert all(len(line) < 120 for line in parse_known({"game": ["no" * 90]}, CHOICES)[1])
    with pytest.raises(QueryError):
        parse_known({"game": ["new", "new"]}, CHOICES)


def test_a_profile_keeps_to_its_phase_and_puts_last_what_is_not_in_force() -> None:
    rulings = ["n-1", "o-1", "o-2", "n-2"]
    assert asked("").ordered(rulings, CHOICES) == rulings
    assert asked("off=tech").ordered(rulings, CHOICES) == ["o-2", "n-2", "n-1", "o-1"]
    assert asked("on=tech").ordered(rulings, CHOICES) == rulings
    assert asked("phase=fight&off=straits").ordered(rulings, CHOICES) == ["o-2", "n-1"]


def test_a_profile_in_words_says_everything() -> None:
    told = asked("game=new&printing=2012&phase=fight&on=air&off=tech&off=straits").words(CHOICES)
    assert told == (
        "The new game · 2012 printing · Fighting · in force: Interceptors · not in force: Technology, Straits closed"
    )
    assert asked("").words(CHOICES) == ""


CARD = """<p hidden data-note="on:tech">1</p><p hidden data-note="off:tech">2</p><p hidden data-note="unsaid:tech">3</p>
<p hidden data-note="printing:new:2012">4</p><p hidden data-note="printing:new:">5</p><a href="/r/o-1?@profile">page</a>"""


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {3, 5}),
        ("on=tech", {1, 5}),
        ("off=tech", {2, 5}),
        ("game=new&printing=2012&off=tech", {2, 4}),
        ("game=new&printing=2010", {3}),
        ("game=new&printing=any", {3, 5}),
        ("game=old", {3, 5}),
        ("off=air", {3, 5}),
    ],
)
def test_a_card_shows_the_notes_that_the_profile_calls_for(query: str, shown: set[int]) -> None:
    html = asked(query).applied_to(CARD, CHOICES)
    hidden = {number for number in (1, 2, 3, 4, 5) if " hidden " in html.split(f">{number}<")[0].rpartition("<p")[2]}
    assert {1, 2, 3, 4, 5} - hidden == shown


MIRROR = """async ([url, choices, all]) => {
  const own = await import(url);
  return all.map(([query, ids, card]) => {
    const profile = own.read(new URLSearchParams(query));
    return [own.query(profile), own.words(profile, choices), own.ordered(ids, profile, choices), own.appliedTo(card, profile, choices)];
  });
}"""


def test_the_browser_means_the_same_by_a_profile(datasette: Any, browser: Any, live: str) -> None:
    site = site_of(datasette)
    assert site is not None
    choices = site.choices
    chance = random.Random(4)
    made = [_any(choices, chance) for _ in range(150)]
    rulings = [chance.sample(list(choices.rulings), 40) for _ in made]
    page = browser.new_page()
    page.goto(f"{live}/judge")
    url = page.locator("script[src*='judge.js']").get_attribute("src").replace("judge.js", "profile.js")
    asked_for = [[profile.query(), ids, CARD] for profile, ids in zip(made, rulings, strict=True)]
    told = page.evaluate(MIRROR, [url, choices.plain(), asked_for])
    page.close()
    for profile, ids, (query, words, ordered, applied_to) in zip(made, rulings, told, strict=True):
        assert parse(parse_qs(query), choices) == profile
        assert words == profile.words(choices)
        assert ordered == profile.ordered(ids, choices)
        assert applied_to == profile.applied_to(CARD, choices)


def _any(choices: ProfileChoices, chance: random.Random) -> Profile:
    game = chance.choice(["", *choices.games])
    states = {option: chance.choice(["on", "off", ""]) for option in choices.options}
    phase = chance.choice([{}, *({"phase": each} for each in choices.facets["phase"])])
    return Profile(
        game,
        chance.choice(["", *choices.printings_of(game)]),
        tuple(option for option in states if states[option] == "on"),
        tuple(option for option in states if states[option] == "off"),
        phase,
    )
