#!/usr/bin/env python3
"""Opens each page of the built site in headless Chromium, as a reader with a phone or a desktop does, light and dark.

    look.py [--only PATTERN] [--pictures FOLDER] SITE

A page fails for an error on its console, a request that leaves this machine or is not answered, a broken picture, text
that goes over the side of the page, text that has hardly another colour than its ground, and a ground in the other
scheme. Search has to find words, from a server and from the folder alone. --pictures writes a PNG of each page at each
width in each scheme.
"""

import argparse
import contextlib
import functools
import http.server
import pathlib
import re
import sys
import threading
from collections.abc import Iterator, Sequence

import chromium

# The width and height of a phone and of a desktop.
SIZES = {"phone": (390, 800), "desktop": (1280, 900)}
SCHEMES = ("light", "dark")
# What a reader types, and a page that has to be among the answers.
SEARCHES = {"CURSOR_STUCK": "python/errors.html", "watermark": "glossary.html"}
PAGE = (pathlib.Path(__file__).parent / "page.js").read_text()
SEARCH = (pathlib.Path(__file__).parent / "search.js").read_text()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that says nothing of its requests."""

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def served(site: pathlib.Path) -> Iterator[str]:
    """The address of a server on this machine that has the site."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def complaints(browser: chromium.Chromium, home: str) -> Iterator[str]:
    """What Chromium told of the page that is open, and of its requests."""
    for event in browser.events:
        told = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                details = told["exceptionDetails"]
                yield f"its script failed: {details.get('exception', {}).get('description', details['text'])}"
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "assert"):
                yield f"console: {' '.join(str(word.get('value', '')) for word in told['args'])}"
            case "Log.entryAdded" if told["entry"]["level"] == "error":
                yield f"console: {told['entry']['text']} {told['entry'].get('url', '')}"
            case "Network.requestWillBeSent":
                address = told["request"]["url"]
                if not address.startswith((home, "data:", "blob:")):
                    yield f"it asks for {address}"
            case "Network.responseReceived" if told["response"]["status"] >= 400:
                yield f"{told['response']['status']} for {told['response']['url']}"


def look_at(browser: chromium.Chromium, home: str, name: str, pictures: pathlib.Path | None) -> list[str]:
    """Opens a page, and returns what is wrong with it."""
    browser.open(home + name.removesuffix("index.html"))
    found = []
    for size, (width, height) in SIZES.items():
        browser.resize(width, height)
        found += [f"{size}: {problem}" for problem in browser.evaluate(f"({PAGE})({browser.scheme!r})")]
        if pictures:
            path = pictures / f"{name.removesuffix('.html').replace('/', '.')}.{size}-{browser.scheme}.png"
            path.write_bytes(browser.picture())
    return [f"{name}: {browser.scheme}: {problem}" for problem in [*found, *complaints(browser, home)]]


def search(browser: chromium.Chromium, home: str) -> list[str]:
    """What is wrong with the search."""
    found = []
    for word, wanted in SEARCHES.items():
        browser.open(f"{home}index.html")
        answers = browser.evaluate(f"({SEARCH})({word!r})")
        if not any(answer.partition("?")[0].partition("#")[0].endswith(wanted) for answer in answers):
            found.append(f"search in {home}: {word} is not found in {wanted}, but in {answers}")
        found += [f"search in {home}: {problem}" for problem in complaints(browser, home)]
    return found


def pages(site: pathlib.Path) -> list[str]:
    """The pages of a site, by their paths in it, without those that only lead on to another one."""
    found = (path for path in site.rglob("*.html") if 'http-equiv="refresh"' not in path.read_text())
    return sorted(str(path.relative_to(site)) for path in found)


def look(program: str, site: pathlib.Path, names: Sequence[str], pictures: pathlib.Path | None) -> Iterator[list[str]]:
    """What is wrong with each page, and with each way of searching."""
    with served(site) as home:
        for scheme in SCHEMES:
            # The site remembers the scheme of a browser.
            with chromium.Chromium(program, scheme) as browser:
                for name in names:
                    yield look_at(browser, home, name, pictures)
        with chromium.Chromium(program) as browser:
            yield search(browser, home)
            yield search(browser, f"{site.as_uri()}/")


def main() -> int:
    """Reads the command line, looks, and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--only", default="", metavar="PATTERN", help="only pages whose paths in the site it finds")
    parser.add_argument("--pictures", type=pathlib.Path, metavar="FOLDER")
    arguments = parser.parse_args()
    names = [name for name in pages(arguments.site) if re.search(arguments.only, name)]
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    if not (program := chromium.find()):
        parser.exit(2, "look: there is no Chromium to open the pages with: install it, then try again\n")
    passed = failed = 0
    for found in look(program, arguments.site.resolve(), names, arguments.pictures):
        passed += not found
        failed += bool(found)
        print(*found, sep="\n", end="\n" * bool(found), flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
