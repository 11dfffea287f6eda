"""What mkdocs calls while it builds the site: mkdocs.yml names this file.

The theme's plugin for reading without a server takes a script from another host. The site brings its own, so that a
reader's browser fetches nothing from elsewhere, and search works without a network.

Code in a table may be broken between the words of a long name, so that the table fits a phone.
"""

import re
from typing import Any

FOREIGN = "https://unpkg.com/iframe-worker/shim"
OWN = "javascripts/frame-worker.js"
# A cell of a table, code in it, and the places in it at which a line may end.
CELL = re.compile(r"<(t[dh])\b.*?</\1>", re.DOTALL)
CODE = re.compile(r"<code>.*?</code>", re.DOTALL)
TEXT = re.compile(r"[^<>]+(?=<)")
BREAKS = re.compile(r"(?<=[a-z0-9][_./(,:=])(?=[a-zA-Z])|(?<=[a-z0-9])(?=[A-Z][a-z])")


def on_page_content(html: str, page: Any, config: object, files: object) -> str:
    """The content of a page, with places at which long code in tables may be broken."""
    del page, config, files

    def code(match: re.Match[str]) -> str:
        return TEXT.sub(lambda text: BREAKS.sub("<wbr>", text[0]), match[0])

    return CELL.sub(lambda cell: CODE.sub(code, cell[0]), html)


def on_post_page(output: str, page: Any, config: object) -> str:
    """The page, with the site's own script."""
    del config
    return output.replace(FOREIGN, "../" * page.url.count("/") + OWN)


def on_post_template(output_content: str, template_name: str, config: object) -> str:
    """A page without a source, like 404.html, with the site's own script."""
    del config
    return output_content.replace(FOREIGN, "../" * template_name.count("/") + OWN)
