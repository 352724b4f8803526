"""Flips bits in the files of a build, one at a time, and tells whether a command then gives a wrong answer.

    python -m benchmarks.flips [--flips 1000] [--seed 6]

Every file of the build has its turn. After each flip the commands are run. A flip is *noticed* if a command ends with
status 2 and a line that says to build again. Otherwise each command must print what it prints of the undamaged build;
one that prints anything else has given a *wrong* answer. What no command notices, ``kb doctor`` is asked about.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass

from kb.base import paths
from kb.cli.front import main as command
from kb.store import read

COMMANDS = (
    ("search", "my fighter hits a lone sub, no destroyer"),
    ("search", "--json", "G40 can i skramble from england"),
    ("search", "-n", "3", "--game", "revised", "submarien sumberge"),
    ("search", "torp* -carrier"),
    ("search", '"lone transport"~5 section:submarines'),
    ("search", "rev-sub-2"),
    ("show", "rev-sub-2"),
    ("show", "--json", "e40-scr-1", "ann-err-9"),
    ("compare",),
    ("compare", "lone-transport"),
    ("sections",),
    ("sections", "rev/up-destroyers"),
    ("games", "--json"),
    ("export",),
    ("check", "rev-sub-2"),
)


@dataclass(frozen=True)
class Answer:
    """What a command ended with: exit status, standard output and standard error."""

    status: int
    out: str
    told: str

    @property
    def noticed(self) -> bool:
        """Whether its last line says that the build is damaged."""
        return self.status == 2 and self.told.endswith("; run 'kb build'\n")


def answer(words: Sequence[str]) -> Answer:
    """What ``kb`` answers, run in this process; nothing of a base is kept from one run to the next."""
    out, told = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(told):
        try:
            command(list(words))
        except SystemExit as end:
            return Answer(int(end.code or 0), _written(out), _written(told))
    raise AssertionError("the command did not exit")


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def parts(built: str) -> dict[str, str]:
    """The files that are damaged in turn, by name, without empty ones."""
    build = read.find(built)
    found = {name: build.path(name) for name in build.files}
    found |= {read.CURRENT: os.path.join(built, read.CURRENT), read.CONTENTS: build.path(read.CONTENTS)}
    return {name: path for name, path in found.items() if os.path.getsize(path)}


@contextmanager
def flipped(path: str, rng: random.Random) -> Iterator[str]:
    """A file with one bit turned; gives the place. Afterwards it is turned back."""
    at, bit = rng.randrange(os.path.getsize(path)), rng.randrange(8)
    with open(path, "r+b", buffering=0) as file:
        _turn(file, at, bit)
        try:
            yield f"byte {at}, bit {bit}"
        finally:
            _turn(file, at, bit)


def _turn(file: io.FileIO, at: int, bit: int) -> None:
    (byte,) = os.pread(file.fileno(), 1, at)
    os.pwrite(file.fileno(), bytes([byte ^ 1 << bit]), at)


@dataclass(frozen=True)
class Flip:
    """One flip: the ``part`` it was in and the place, what it came to, and what ``wrong`` answers were given."""

    part: str
    place: str
    outcome: str
    wrong: tuple[str, ...]


#: what a flip can come to
NOTICED, BY_DOCTOR, WITHOUT_EFFECT = "noticed", "noticed by doctor only", "without effect"


def flips(built: str, many: int, seed: int, commands: Sequence[Sequence[str]] = COMMANDS) -> Iterator[Flip]:
    """Flip ``many`` bits of the build in ``built``, which must be a copy, and run the commands after each."""
    rng = random.Random(seed)
    os.environ["KB_BUILT"] = built
    right = {words: answer(words) for words in commands}
    asked = list(parts(built).items())
    for number in range(many):
        part, path = asked[number % len(asked)]
        with flipped(path, rng) as place:
            given = {words: answer(words) for words in commands}
            changed = [words for words in commands if (given[words].status, given[words].out) != _said(right[words])]
            wrong = tuple(" ".join(words) for words in changed if not given[words].noticed)
            yield Flip(part, place, _outcome(given.values()), wrong)


def _said(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.out


def _outcome(given: Iterable[Answer]) -> str:
    if any(each.noticed for each in given):
        return NOTICED
    return BY_DOCTOR if answer(["doctor"]).status == 2 else WITHOUT_EFFECT


def main() -> None:
    """Print the outcomes of all flips, by part; exit with 1 if an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=6)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        built = os.path.join(directory, "built")
        shutil.copytree(paths.built(), built)
        found = list(flips(built, chosen.flips, chosen.seed))
    for part in dict.fromkeys(flip.part for flip in found):
        outcomes = Counter(flip.outcome for flip in found if flip.part == part)
        print(f"{part:<36} {', '.join(f'{outcome} {many}' for outcome, many in outcomes.items())}")
    for outcome, many in Counter(flip.outcome for flip in found).items():
        print(f"{outcome:<24} {many:5}   {100 * many / len(found):5.1f} %")
    wrong = [flip for flip in found if flip.wrong]
    print(f"{'wrong answers':<24} {len(wrong):5}   {100 * len(wrong) / len(found):5.1f} %")
    for flip in wrong:
        print(f"  {flip.part}, {flip.place}: {'; '.join(flip.wrong)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
