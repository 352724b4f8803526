"""The commands that play: ``ask`` and ``check``."""

from __future__ import annotations

from kb.cli.options import GAME, JSON, TRACE, Commands, argument, option
from kb.cli.terminal import print_json

commands = Commands("Play")


@commands.command(
    epilog="Example: kb ask 'revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5, dice 2 6'",
)
def ask(
    what: list[str] | None = argument(
        None, "A position and the actions, in short notation; or a file with a case (-: standard input)."
    ),
    id: str | None = option(None, "Start from the case of this ruling or scenario.", completes="rulings"),
    set: list[str] | None = option(None, "Change the position: 'sz5: uk 2 dd'. May be repeated."),
    game: str | None = option(
        None, "The game that is played, if the line names none.", "--game", "-g", completes="games"
    ),
    claim: str = option("", "Judge an answer that was given: yes or no."),
    trace: bool = TRACE,
    json: bool = JSON,
) -> int:
    """Ask the rules engine about a position: legal or not and why, the outcome, and the rulings that the rules cite.

    Name the game, the power whose turn it is and the phase, the units in each space, and the actions, separated by
    semicolons: 'revised; germany combat; sz5: germany 2 subs, uk 1 dd; attacks sz5, dice 2 5'. docs/asking.md has the
    whole notation. The answer says how it was read ("I read: ...") and the assumptions, and waits for missing dice and
    choices.

    Exit status: 0 legal, 1 not legal, 2 bad input. With --claim: 0 supported, 1 contradicted, 2 open.
    """
    from kb.cli.ask import run

    return run(what or (), id, set or (), game or "", claim, trace, json)


@commands.command(epilog="Example: kb check rev-sub-2 --trace")
def check(
    ids: list[str] | None = argument(
        None,
        "Rulings, sections or scenarios by id, or a file of your own (-: standard input); nothing: all.",
        "checked",
    ),
    game: str | None = GAME,
    trace: bool = TRACE,
    mutants: bool = option(
        False, "Switch off each rule a scenario rests on; report rules that make no difference.", "--mutants"
    ),
    claims: bool = option(False, "Try each claim of the rulings: does its expectation need a rule?", "--claims"),
    schema: bool = option(False, "Print the JSON Schema of a file of scenarios, for editors.", "--schema"),
    json: bool = JSON,
) -> int:
    """Play the scenarios that prove the rulings, or one of your own."""
    if schema:
        from kb.cases.reading import scenario_files

        print_json(scenario_files.schema())
        return 0
    from kb.cli.check import check_claims, run

    if claims:
        return check_claims(ids or (), game, json)
    return run(ids or (), game, trace, mutants, json)
