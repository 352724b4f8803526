"""The export of cases has every case that is played, and the reader of docs/data.md reads it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from kb.files.cases import cases
from kb.knowledge import KnowledgeBase
from tests.conftest import ROOT

(READER,) = re.findall(r"```python\n(import json.*?)```", (ROOT / "docs" / "data.md").read_text("utf-8"), re.DOTALL)


def test_cases_are_exported_and_read(base: KnowledgeBase, tmp_path: Path) -> None:
    rows = [json.loads(json.dumps(row)) for row in cases(base, base.games())]
    proved = {ruling["id"] for row in rows for ruling in row["rulings"]}
    played = base.connection.execute("select count(*) from rulings where proof = 'play'").fetchone()[0]
    assert played <= len(proved) and all(row["expected"] or row["actions"] for row in rows)
    assert [row["contrast"] for row in rows if row["contrast"] in (None, 0, 1)][:2] == [None, 1]
    refused = [act for row in rows for act in row["actions"] if not act["legal"]]
    assert refused and any(act.get("refused_by") for act in refused)
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", READER], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    heads = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert len(heads) == len(rows) and done.stdout.count("  not legal:") == len(refused)
