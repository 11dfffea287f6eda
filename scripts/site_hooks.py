"""What mkdocs calls while it builds the site: mkdocs.yml names this file.

Two pages are made meanwhile: the reference of C, and the notebook. In a clone, the links of docs/ lead to the header;
on the site, they lead to the reference.

The theme's plugin for reading without a server takes a script from another host. The site brings its own, so that a
reader's browser fetches nothing from elsewhere, and search works without a network.

Code in a table may be broken between the words of a long name, so that the table fits a phone.
"""

import importlib
import json
import pathlib
import posixpath
import re
import sys
from typing import Any

import notebook_page

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "contract"))

import reference  # noqa: E402  (the path has to be set before)

REFERENCE = "c/reference.md"
NOTEBOOK = "python/notebook.md"
HEADER_LINK = re.compile(r"\]\((?:\.\./)+include/swiftpager\.h(#[\w-]+)?\)")
FOREIGN = "https://unpkg.com/iframe-worker/shim"
OWN = "javascripts/frame-worker.js"
# A cell of a table, code in it, and the places in it at which a line may end.
CELL = re.compile(r"<(t[dh])\b.*?</\1>", re.DOTALL)
CODE = re.compile(r"<code>.*?</code>", re.DOTALL)
TEXT = re.compile(r"[^<>]+(?=<)")
BREAKS = re.compile(r"(?<=[a-z0-9][_./(,:=])(?=[a-zA-Z])|(?<=[a-z0-9])(?=[A-Z][a-z])")


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages that are made to the files of the site."""
    notebook = json.loads((ROOT / "docs" / NOTEBOOK).with_suffix(".ipynb").read_text(encoding="utf-8"))
    generated = importlib.import_module("mkdocs.structure.files").File.generated
    for name, content in ((REFERENCE, reference.page()), (NOTEBOOK, notebook_page.markdown(notebook))):
        files.append(generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """A page whose links to the header lead to the reference."""
    place = posixpath.relpath(REFERENCE, posixpath.dirname(page.file.src_uri))
    return HEADER_LINK.sub(rf"]({place}\1)", markdown)


def on_page_content(html: str, **_: object) -> str:
    """The content of a page, with places at which long code in tables may be broken."""
    def code(match: re.Match[str]) -> str:
        return TEXT.sub(lambda text: BREAKS.sub("<wbr>", text[0]), match[0])

    return CELL.sub(lambda cell: CODE.sub(code, cell[0]), html)


def on_post_page(output: str, page: Any, **_: object) -> str:
    """The page, with the site's own script."""
    return output.replace(FOREIGN, "../" * page.url.count("/") + OWN)


def on_post_template(output_content: str, template_name: str, **_: object) -> str:
    """A page without a source, like 404.html, with the site's own script."""
    return output_content.replace(FOREIGN, "../" * template_name.count("/") + OWN)
