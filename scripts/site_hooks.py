"""What mkdocs calls while it builds the site: mkdocs.yml names this file.

The theme's plugin for reading without a server takes a script from another host. The site brings its own, so that a
reader's browser fetches nothing from elsewhere, and search works without a network.
"""

from typing import Any

FOREIGN = "https://unpkg.com/iframe-worker/shim"
OWN = "javascripts/frame-worker.js"


def on_post_page(output: str, page: Any, config: object) -> str:
    """The page, with the site's own script."""
    del config
    return output.replace(FOREIGN, "../" * page.url.count("/") + OWN)


def on_post_template(output_content: str, template_name: str, config: object) -> str:
    """A page without a source, like 404.html, with the site's own script."""
    del config
    return output_content.replace(FOREIGN, "../" * template_name.count("/") + OWN)
