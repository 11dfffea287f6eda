"""docs/python/notebook.ipynb as a page of the site, with its outputs.

The notebook itself stays beside the page, to be downloaded. `make docs` runs no cell: Tests/python runs them, and
compares the outputs.
"""

from typing import Any


def markdown(notebook: dict[str, Any]) -> str:
    """The cells of a notebook, and their outputs."""
    parts = []
    for cell in notebook["cells"]:
        # A text, or its lines.
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else _fenced("python", source))
        parts += map(_output, cell.get("outputs", []))
    return "\n\n".join([*parts, "[The notebook](notebook.ipynb), to run it yourself."]) + "\n"


def _output(output: dict[str, Any]) -> str:
    data = output.get("data") or {"text/plain": output["text"]}
    return f"<div>{''.join(data['text/html'])}</div>" if "text/html" in data else _fenced("text", data["text/plain"])


def _fenced(language: str, text: str | list[str]) -> str:
    return f"```{language}\n{''.join(text).rstrip()}\n```"
