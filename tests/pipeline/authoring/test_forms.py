"""Published forms: web pages, Word and PDF are converted in their own process, kept and read; hostile ones refused."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.corpus.documents import read_manifest
from kb.games import catalogue
from kb.pipeline.authoring import forms
from kb.pipeline.authoring.adding import add
from kb.pipeline.authoring.documents import Request, read_file, receive
from kb.pipeline.authoring.forms import child, html, pdf

EXAMPLES = Path(__file__).parents[3] / "examples"
PAGE = """<!DOCTYPE html><html><head><title>x</title><script>Q: no</script></head><body>
<nav><a href="/">Home</a></nav><main><h1>Raft FAQ</h1>
<p><a href="#1">Rafts</a> | <a href="#2">Oars</a> | <a href="#3">Crews</a></p>
<p><b>May a raft<br>turn?</b><br>Yes.</p><p><strong>May it sink? </strong>No.</p>
<dl><dt>Who rows?</dt><dd><p>A crew.</p><p>Always.</p></dd></dl>
<table><tr><th>Rule</th><th>Page</th></tr><tr><td>Oars</td><td>3</td></tr></table>
<table><tr><td>2024</td><td>It drifts.</td></tr></table>
<table><tr><td>2025</td><td>筏は沈む。</td></tr></table>
<table><tr><td>Q:</td><td>Is it deep?</td></tr><tr><td><b>A:</b></td><td>No.</td></tr></table>
<ol><li>It rows.</li><ol><li>At dusk.</li></ol></ol>
<p>See <a href="#1">rafts</a>, <a href="#2">oars</a> and <a href="#3">crews</a>: who?</p>
<details><summary>Is it long?</summary><ul><li><a href="#2">One oar</a></li><li>or <b>two</b>.</li></ul></details></main>
<footer>Mill Games</footer></body></html>"""


def test_the_structure_of_a_page_is_kept() -> None:
    text, left_out = html.markdown(PAGE)
    assert text.split("\n\n") == [
        *("# Raft FAQ", "**May a raft turn?**\nYes.", "**May it sink?**", "No."),
        *("Who rows?\n: A crew.", "Always.", "| Rule | Page |\n| --- | --- |\n| Oars | 3 |"),
        *(
            "| | |\n| --- | --- |\n| 2024 | It drifts. |",
            "| | |\n| --- | --- |\n| 2025 | 筏は沈む。 |",
            "Q: Is it deep?",
            "**A:** No.",
        ),
        *("1. It rows.", "   1. At dusk.", "See rafts, oars and crews: who?"),
        *("###### Is it long?", "- One oar", "- or **two**.\n"),
    ]
    assert left_out == ["1 <nav>", "1 <footer>", "1 lists of contents"]


@pytest.mark.parametrize(
    ("page", "blocks"),
    [
        ("<html><head><title>x</title><link href=y><body><p>May it turn?</p>", ["May it turn?"]),
        (
            "<button>Search all</button><h2>Rafts<button>Edit</button></h2><h3><button>May it turn?</button></h3><p>Yes.</p>"
            '<button aria-expanded="false">May it sink?</button><div>No.</div><button class="accordion">Oars</button><p>Two.</p>',
            ["## Rafts", "### May it turn?", "Yes.", "###### May it sink?", "No.", "###### Oars", "Two."],
        ),
        (
            "<table><tr><th>Rule</th><th>Is it in force?</th></tr><tr><td>Oars</td><td>Yes</td></tr></table>",
            ["| Rule | Is it in force? |\n| --- | --- |\n| Oars | Yes |"],
        ),
        (
            "<table><tr><td><a>Mill</a></td><td><p>Raft</p><ul><li>It turns.</li><li>It sinks.</li></ul><p>Barge</p>"
            "<ul><li>It rows.</li></ul><p>Lock</p></td></tr></table>",
            ["Mill", "Raft", "- It turns.", "- It sinks.", "Barge", "- It rows.", "Lock"],
        ),
        (
            '<p><span style="font-weight: 700">May it <span>turn</span>?</span> Yes.</p><p><b>No, <span>it</span></b> is.</p>',
            ["**May it turn?**", "Yes.", "**No, it** is."],
        ),
        (
            "<p>May it turn?</p><details><summary>Show ruling</summary>Yes.</details><p>May it sink?</p>"
            "<details><summary>Show ruling</summary>No.</details>",
            ["May it turn?", "Yes.", "May it sink?", "No."],
        ),
        (
            "<h2>Old</h2><details><summary>Rafts</summary>Yes.</details><h2>New</h2>"
            "<details><summary>Rafts</summary>No.</details>",
            ["## Old", "###### Rafts", "Yes.", "## New", "###### Rafts", "No."],
        ),
        (
            "<table><tr><td>May it turn?</td><td><p>1</p><p>2</p><p>3</p><p>4</p><p>5</p><p>6</p><p>7</p></td></tr>"
            "<tr><td>May it sink?</td><td>No.</td></tr></table>",
            ["| | |\n| --- | --- |\n| May it turn? | 1 2 3 4 5 6 7 |\n| May it sink? | No. |"],
        ),
        (
            "<table><tr><td>It turns.</td><th>It may.</th></tr></table>",
            ["| | |\n| --- | --- |\n| It turns. | It may. |"],
        ),
        ('<p><span style="font-weight:700">a</b> b</span> <b>c</b></p>', ["**a** b **c**"]),
        (
            "<p>Oars.</p><blockquote><footer>The miller</footer></blockquote><footer>Mill Games</footer>",
            ["Oars.", "> The miller"],
        ),
    ],
    ids=[
        "a head without an end",
        "buttons",
        "titles of columns",
        "a table for layout",
        "bold by style",
        "the same words before each answer",
        "the same title twice",
        "a long answer in a table",
        "a title beside a cell",
        "an end of bold too many",
        "footers",
    ],
)
def test_a_page_is_read_as_it_is_shown(page: str, blocks: list[str]) -> None:
    assert html.markdown(page)[0].strip().split("\n\n") == blocks


@pytest.mark.parametrize(
    "name", ["sample-faq.html", "sample-faq.docx", "sample-faq.pdf", "sample-faq.md", "sample-faq.txt"]
)
def test_the_same_document_is_read_in_each_form(data: str, name: str) -> None:
    request = Request(str(EXAMPLES / name), game="revised", authority="club")
    found = receive(read_file(request.file).text, request, (), catalogue.games(data)).passages
    assert [(each.heading, each.question, each.answer.split()[0]) for each in found.passages] == [
        ("Movement", "May a tank move again after it has fought?", "No."),
        ("Movement", "May a convoy enter a harbor that an enemy submarine blocks?", "Yes,"),
        ("Combat", "How many dice does a coastal battery roll?", "Two"),
    ]
    assert found.doubts == ()


def test_the_received_file_is_kept_with_its_checksum_and_removed_by_a_text(own_data: Path) -> None:
    request = Request(str(EXAMPLES / "sample-faq.html"), new_game="Sample Game", authority="club")
    add(request, str(own_data))
    document = next(each for each in read_manifest(str(own_data)) if each.received)
    kept = document.received
    assert kept is not None and kept.converted_by == html.VERSION and "1 <nav>" in kept.left_out
    content = (own_data / kept.file).read_bytes()
    assert content == Path(request.file).read_bytes() and hashlib.sha256(content).hexdigest() == kept.sha256
    again = add(Request(str(EXAMPLES / "sample-faq.pdf"), document=document.id), str(own_data))
    assert (again.unchanged, again.appears, again.changes) == (3, [], [])
    assert [each.name for each in (own_data / "received").iterdir()] == [f"{document.id}.pdf"]


def docx(*files: tuple[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(name, text)
    return out.getvalue()


LOCKED = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R/Encrypt 9 0 R>>"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"<html><script>draw()</script></html>", "contains no text"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related", "is a web archive (MHTML)"),
        (b"%PDF-1.4 nothing", "the PDF is damaged"),
        (LOCKED, "the PDF"),
        (docx(("word/document.xml", "<broken")), "the document is damaged"),
        (docx(("word/document.xml", "x" * 10_000_001)), "it unpacks to more than 10 MB or 2,000 files"),
        (docx(("word/document.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')), "it declares XML entities"),
        (docx(("word/document.xml", "<a/>"))[:60], "damaged"),
        (b"<p>" * 100_000, "contains no text"),
    ],
    ids=["script", "mhtml", "damaged pdf", "locked pdf", "damaged docx", "bomb", "entities", "truncated", "deep page"],
)
def test_a_hostile_file_gives_one_clear_line(tmp_path: Path, raw: bytes, message: str) -> None:
    file = tmp_path / "it"
    file.write_bytes(raw)
    with pytest.raises(BadInput) as error:
        read_file(str(file))
    (finding,) = error.value.findings
    assert finding.file == str(file) and message in finding.message and finding.hint


def test_a_conversion_that_takes_too_long_or_too_much_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "SECONDS", 1)
    with pytest.raises(BadInput, match="too much time or memory"):
        forms.convert("it", b"<p>" + b"<b>x" * 5_000_000, forms.HTML)
    monkeypatch.setattr(forms, "MEMORY", 60_000_000)
    with pytest.raises(BadInput, match="too much time or memory"):
        forms.convert("it", b"<p>" + b"x y " * 4_000_000, forms.HTML)


def test_a_ligature_of_a_pdf_font_whose_box_is_beyond_the_page_is_kept() -> None:
    def stream(words: bytes) -> bytes:
        return b"<</Length %d>>stream\n%s\nendstream" % (len(words), words)

    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</H 5 0 R/T 6 0 R>>>>>>",
        stream(b"BT/H 12 Tf 72 700 Td(May a )Tj/T 12 Tf(\1)Tj/H 12 Tf(ghter land?)Tj ET"),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Type/Font/Subtype/Type3/FontBBox[0 -99 9 99]/FontMatrix[1 0 0 1 0 0]/FirstChar 1/LastChar 1/Widths[1]"
        b"/CharProcs<</fi 7 0 R>>/Encoding<</Differences[1/fi]>>/ToUnicode 8 0 R>>",
        stream(b"1 0 0 0 1 1 d1 0 0 1 1 re f"),
        stream(b"begincmap 1 beginbfchar <01> <00660069> endbfchar endcmap"),
    )
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % each for each in enumerate(objects, 1))
    assert pdf.convert(b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>")[0] == "May a fighter land?\n"


def test_columns_of_a_pdf_are_read_one_after_the_other() -> None:
    left = [pdf.Run(50, 250, 700 - 12 * n, 10, 0, f"left {n} with words.", 0) for n in range(8)]
    right = [pdf.Run(300, 500, 700 - 12 * n, 10, 0, f"right {n} with words.", 0) for n in range(8)]
    ordered = pdf._in_order([run for pair in zip(right, left, strict=True) for run in pair])
    assert [run.text for run in ordered] == [run.text for run in (*left, *right)]


def test_three_columns_of_a_pdf_below_a_title_are_read_one_after_the_other() -> None:
    title = pdf.Run(150, 470, 745, 22, 1, "**The Mill Errata**", 0)
    places, widths = (31, 218, 404), (60, 150, 110, 120)
    columns = [
        [pdf.Run(x, x + widths[n % 4], 691 - 11 * n - x / 400, 15, 0, f"column {x} line {n}", 0) for n in range(12)]
        for x in places
    ]
    ordered = pdf._in_order([title, *(run for row in zip(*columns, strict=True) for run in row)])
    assert ordered == [title, *(run for column in columns for run in column)]


def test_items_of_a_pdf_may_begin_with_a_sign_of_a_font_of_signs() -> None:
    runs = [pdf.Run(50, 250, 700 - 12 * n, 10, 0, f"\uf0b7 It has {n} oars and turns at dusk in", 0) for n in range(3)]
    assert pdf._paragraphs(runs, 10) == [f"- It has {n} oars and turns at dusk in" for n in range(3)]


def test_an_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("mammoth", "pypdfium2"):
        monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(child.Refused, match="needs the package pypdfium2"):
        pdf.convert(b"%PDF-")
