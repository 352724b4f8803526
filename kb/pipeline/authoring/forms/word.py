"""Converts a Word document to Markdown: by mammoth to HTML, then as a web page."""

from __future__ import annotations

import io
import zipfile
from importlib import metadata

from kb.pipeline.authoring.forms import html
from kb.pipeline.authoring.forms.child import Refused

#: limits of the unpacked XML (bytes), and of the number of files in the document
_MAX_XML, _MAX_FILES = 10_000_000, 2_000


def convert(content: bytes) -> tuple[str, str, list[str]]:
    """Return the Markdown of a document, the converter, and the parts that are left out. Raises :class:`Refused`."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = archive.infolist()
            if len(files) > _MAX_FILES or any(each.file_size > _MAX_XML for each in files if _is_xml(each.filename)):
                raise Refused("it unpacks to more than 10 MB or 2,000 files", "save it as plain text, or in parts")
            for each in files:
                if _is_xml(each.filename) and b"<!DOCTYPE" in archive.read(each)[:4096]:
                    raise Refused("it declares XML entities, which no word processor writes", "save it as plain text")
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, OSError) as error:
        raise Refused(
            f"the document is damaged or has a password ({error})", "save it again, without password"
        ) from None
    try:
        import mammoth
    except ImportError:
        remedy = 'pip install "axis-allies-rulings[word]", or save it as a web page or as plain text'
        raise Refused("a Word document needs the package mammoth, which is not installed", remedy) from None
    pictures: list[int] = []

    def picture(_: object) -> dict[str, str]:
        """Count a picture, and leave it out."""
        pictures.append(1)
        return {}

    try:
        page = mammoth.convert_to_html(io.BytesIO(content), convert_image=mammoth.images.img_element(picture)).value
    except Exception as error:  # mammoth lets errors of XML, of zip files and of missing parts through
        raise Refused(f"the document is damaged ({type(error).__name__})", "save it again") from None
    text, left_out = html.markdown(page)
    left = [*left_out, *([f"{len(pictures)} pictures"] if pictures else [])]
    return text, f"mammoth {metadata.version('mammoth')}, {html.VERSION}", left


def _is_xml(name: str) -> bool:
    """Return whether a file of the document is XML, by its name."""
    return name.lower().endswith((".xml", ".rels"))
