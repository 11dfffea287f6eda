"""A command that walks the list to standard output: `swiftpager`, or with --gh `gh api graphql --paginate`.

The time is the whole command's, with its start. Both write the nodes, one a line.
"""

import os
import subprocess
import sys
import tempfile
import urllib.parse

import peer

# gh counts pages by a cursor of this name.
QUERY = (
    "query ($endCursor: String) { products(first: 100, after: $endCursor) {"
    " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"
)


def gh(url: str, configuration: str) -> tuple[list[str], dict[str, str]]:
    """The words and the environment. gh knows only hosts of GitHub's, so the server takes the place of its proxy."""
    proxy = urllib.parse.urlsplit(url)
    environment = {
        "http_proxy": f"http://{proxy.netloc}", "no_proxy": "", "NO_PROXY": "", "GH_HOST": "github.localhost",
        "GH_ENTERPRISE_TOKEN": "none", "GH_CONFIG_DIR": configuration,
    }
    words = ["gh", "api", "graphql", "--paginate", "-f", f"query={QUERY}", "--jq", ".data.products.edges[].node"]
    return words, environment


def main() -> None:
    """Runs the command, and counts its lines."""
    asked = peer.arguments(__doc__)
    items = 0
    with tempfile.TemporaryDirectory() as folder:
        if asked.gh:
            words, environment = gh(asked.url, folder)
        else:
            words, environment = [sys.executable, "-m", "swiftpager", asked.url, "--query", QUERY, "--quiet"], {}
        start = peer.Cost.now()
        with subprocess.Popen(words, stdout=subprocess.PIPE, env={**os.environ, **environment}) as command:
            assert command.stdout is not None
            while block := os.read(command.stdout.fileno(), 1 << 20):
                items += block.count(b"\n")
        cost = peer.Cost.since(start)
    if command.returncode != 0:
        sys.exit(f"{words[0]} ended with {command.returncode}")
    # Neither of them prints the number of pages. If one page were missing, its items would be missing, too.
    peer.report("command", asked, items // asked.size, items, cost)


if __name__ == "__main__":
    main()
