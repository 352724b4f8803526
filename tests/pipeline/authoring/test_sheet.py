"""Files that people edit keep every line but those that are added or changed."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from kb.base import yamlfile
from kb.base.errors import BadInput
from kb.pipeline.authoring import sheet
from kb.pipeline.authoring.sheet import copy_of, counts, scalar, with_entry

TEXT = """# What is known.
rulings:
  # --- the first
  - id: a-sub-1
    verdict: "One."  # said by all

  # --- the second
  - {id: a-sub-2, verdict: "Two."}
other:
  - {id: a-sub-9}
"""


def changed(text: str, id: str, entry: str) -> str:
    return with_entry(text, "data/a.yaml", "rulings", id, entry)


def test_an_entry_is_added_behind_the_last_and_before_the_next_key() -> None:
    new = "  - {id: a-com-1}\n"
    assert changed(TEXT, "a-com-1", new) == TEXT.replace('Two."}\n', 'Two."}\n  - {id: a-com-1}\n')
    last = TEXT.partition("other:")[0].rstrip()
    assert changed(last, "a-com-1", new) == f"{last}\n{new}"
    assert doctest.testmod(sheet).failed == 0


@pytest.mark.parametrize("empty", ["rulings: []\n", "rulings:\n"])
def test_an_empty_list_takes_its_first_entry(empty: str) -> None:
    made = changed(f"# Nothing yet.\n{empty}", "a-sub-1", "  - id: a-sub-1\n")
    assert yamlfile.parse(made, "a")["rulings"] == [{"id": "a-sub-1"}]


def test_an_entry_is_replaced_and_the_remarks_around_it_stay() -> None:
    was = '  - id: a-sub-1\n    verdict: "One."  # said by all\n'
    assert changed(TEXT, "a-sub-1", "  - {id: a-sub-1}\n") == TEXT.replace(was, "  - {id: a-sub-1}\n")
    two = '  - {id: a-sub-2, verdict: "Two."}\n'
    assert changed(TEXT, "a-sub-2", "  - {id: a-sub-2}\n") == TEXT.replace(two, "  - {id: a-sub-2}\n")


def test_what_is_no_list_of_entries_is_told_in_one_line() -> None:
    for text in ("rulings:\n  - {verdict: none}\n", "other: []\n"):
        with pytest.raises(BadInput, match=r"data/a.yaml: 'rulings' cannot be read; run 'kb build'"):
            changed(text, "a", "")
    with pytest.raises(BadInput, match=r"data/a.yaml:\d: not valid YAML"):
        changed("rulings: [\n", "a", "")


@pytest.mark.parametrize(
    "text", ["Transports", "a: b", "005", "2031-05-04", "it's # here", "no", "", " x", 'say "it"', "[a]"]
)
def test_a_value_is_read_as_it_was_meant(text: str) -> None:
    assert yamlfile.parse(f"- {{key: {scalar(text)}}}\n", "a") == [{"key": text}]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.yaml").write_text("one\n")
    (tmp_path / "data" / "b.yaml").write_text("two\n")
    return tmp_path / "data"


def written(data: Path) -> dict[str, str]:
    return {str(path.relative_to(data)): path.read_text() for path in sorted(data.rglob("*")) if path.is_file()}


def test_changes_are_told_with_their_lines_and_installed(small: Path) -> None:
    with copy_of(str(small)) as copy:
        copy.write("a.yaml", "one\nmore\n")
        copy.write("new/c.txt", "three\n")
        assert [(each.path, counts(each)) for each in copy.changes()] == [("a.yaml", (1, 0)), ("new/c.txt", (1, 0))]
        assert written(small) == {"a.yaml": "one\n", "b.yaml": "two\n"}
        copy.install()
    assert written(small) == {"a.yaml": "one\nmore\n", "b.yaml": "two\n", "new/c.txt": "three\n"}


def test_data_that_somebody_else_changed_meanwhile_is_left_alone(small: Path) -> None:
    with copy_of(str(small)) as copy:
        copy.write("a.yaml", "new\n")
        (small / "b.yaml").write_text("by somebody else\n")
        with pytest.raises(BadInput, match=r"data/b.yaml: was changed meanwhile; run it again"):
            copy.install()
    assert written(small) == {"a.yaml": "one\n", "b.yaml": "by somebody else\n"}
