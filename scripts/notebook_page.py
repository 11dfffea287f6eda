"""A hook of mkdocs: docs/python/notebook.ipynb as a page of the site, with its outputs.

The notebook itself stays beside the page, to be downloaded. `make docs` runs no cell: Tests/python runs them, and
compares the outputs.
"""

import importlib
import json
import pathlib
from typing import Any

NOTEBOOK = "python/notebook.ipynb"
PAGE = "python/notebook.md"


def on_files(files: Any, config: Any) -> Any:
    """Adds the page to the files of the site."""
    text = (pathlib.Path(config.docs_dir) / NOTEBOOK).read_text(encoding="utf-8")
    generated = importlib.import_module("mkdocs.structure.files").File.generated
    files.append(generated(config, PAGE, content=markdown(json.loads(text))))
    return files


def markdown(notebook: dict[str, Any]) -> str:
    """The cells of a notebook, and their outputs."""
    parts = []
    for cell in notebook["cells"]:
        source = _joined(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(_fenced("python", source))
        parts.extend(map(_output, cell["outputs"]))
    parts.append("[The notebook](notebook.ipynb), to run it yourself.")
    return "\n\n".join(parts) + "\n"


def _output(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _fenced("text", _joined(output["text"]))
    data = output["data"]
    if "text/html" in data:
        return f"<div>{_joined(data['text/html'])}</div>"
    return _fenced("text", _joined(data["text/plain"]))


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)
