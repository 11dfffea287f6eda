"""A server that repeats what a request keeps secret: no message, file or span shows it, and names stay."""

import json
import pathlib
from collections.abc import Iterator

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import swiftpager.fleet
import swiftpager.otel
from commands import COMMAND, run_words
from echoing import COLUMN, HEADERS, LIST, OPTIONS, VARIABLES, WHOLE, Echoing, echoing, leaks

QUERY = (
    f"query ($after: String) {{ {LIST}(first: 2, after: $after)"
    f" {{ nodes {{ id {COLUMN} }} pageInfo {{ hasNextPage endCursor }} }} }}"
)


@pytest.fixture(scope="module")
def served() -> Iterator[Echoing]:
    with echoing() as served:
        yield served


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)


def told(*words: str, code: int) -> str:
    """All that the command says, with a traceback if it fails."""
    done = run_words(*COMMAND, *words)
    assert done.returncode == code, done.stderr.decode()
    return (done.stdout + done.stderr).decode()


@pytest.mark.parametrize(("mode", "words", "code"), [
    ("refuse", ["--query", QUERY, "--debug", "--verbose"], 1),
    ("beside", ["--query", QUERY], 3), ("beside", ["--query", QUERY, "--errors", "keep", "--verbose"], 0),
    ("beside", ["--query", QUERY, "--errors", "fail", "--debug"], 1),
    ("refuse", ["--execute", f"{{ {WHOLE} {{ id }} }}"], 1),
    ("beside", ["--execute", f"{{ {WHOLE} {{ id }} }}", "--errors", "fail", "-o", "{null}", "--debug"], 1),
    ("beside", ["--execute", f"{{ {WHOLE} {{ id }} }}", "-o", "{null}"], 3),
    ("beside", ["--execute", f"{{ {WHOLE} {{ id }} }}", "--errors", "keep", "-o", "{null}"], 0),
    ("beside", ["--execute", f"{{ {WHOLE} {{ id }} }}", "--field", "/data/none"], 3),
    ("refuse", ["--query", QUERY, "--each", "{lines}"], 1),
    ("beside", ["--execute", f"{{ {WHOLE} {{ id }} }}", "--each", "{lines}", "-o", "{null}"], 3),
    ("closed", [LIST], 1), ("closed", ["--lists"], 1),
    # The trial of one item, and that of the first page.
    ("column", [LIST], 0), ("column", [WHOLE], 0), ("column", [WHOLE, "--each", "{lines}"], 0),
    ("refuse", [LIST], 1),
])
def test_the_commands_messages(
    served: Echoing, tmp_path: pathlib.Path, mode: str, words: list[str], code: int
) -> None:
    served.mode = mode
    (tmp_path / "lines").write_text("{}\n")
    places = {"{null}": str(tmp_path / "out"), "{lines}": str(tmp_path / "lines")}
    text = told(served.url_of_user, *(places.get(word, word) for word in words), *OPTIONS, code=code)
    assert leaks(text) == []
    if mode == "column":
        assert f"left out, because the server refuses it: {COLUMN} (you sent" in text
        assert (LIST in words) == ("read without its total, totalCount: the server refuses it (you sent" in text)


@pytest.mark.parametrize("mode", ["refuse", "beside", "column", "closed"])
def test_sync(served: Echoing, tmp_path: pathlib.Path, mode: str) -> None:
    served.mode = mode
    words = ("sync", served.url, "-o", str(tmp_path / "out"), "--only", f"{LIST},{WHOLE}", *OPTIONS)
    code = {"refuse": 1, "beside": 3, "column": 0, "closed": 1}[mode]
    text = told(*words, code=code)
    assert leaks(text) == [] and (mode == "closed" or LIST in text)
    if mode in ("refuse", "beside"):
        # Names are those of the lists.
        told_json = told(*words, "--json", code=code)
        lists = json.loads(told_json.partition("\n")[0])["lists"]
        assert [one["name"] for one in lists] == sorted((LIST, WHOLE)) and leaks(told_json) == []
    files = [path.read_bytes().decode(errors="replace") for path in (tmp_path / "out").glob("**/*") if path.is_file()]
    assert leaks("".join(["[hidden]", *files])) == []
    if mode == "column":
        assert f"{WHOLE}: left out, because the server refuses it: {COLUMN} (you sent" in text


@pytest.mark.parametrize("mode", ["refuse", "beside"])
def test_fleet(served: Echoing, tmp_path: pathlib.Path, mode: str) -> None:
    served.mode = mode
    walk = swiftpager.fleet.Walk(served.url, QUERY, key=LIST, headers_env={
        name: f"${{{name.replace('-', '_').upper()}}}" for name in HEADERS
    })
    (tmp_path / "walks").write_text(json.dumps(walk.to_json()))
    store = str(tmp_path / "store")
    assert leaks(told("fleet", str(tmp_path / "walks"), "--out", store, code=1 if mode == "refuse" else 3)) == []
    for options in ([], ["--json"]):
        text = told("fleet", "--status", "--out", store, *options, code=0)
        assert leaks(text) == [] and LIST in text
    files = {path.name: path.read_bytes() for path in (tmp_path / "store").glob("**/*") if path.is_file()}
    assert (f"{LIST}.error.json" in files) == (mode == "refuse")
    assert leaks("".join(data.decode(errors="replace") for data in files.values())) == []


def test_spans(served: Echoing) -> None:
    served.mode = "refuse"
    spans, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    with swiftpager.Client(served.url_of_user, headers=HEADERS) as client:
        swiftpager.otel.instrument(client, tracer_provider=provider)
        with pytest.raises(swiftpager.GraphQLError):
            list(client.pager(QUERY).items())
        with pytest.raises(swiftpager.GraphQLError):
            client.execute(f"{{ {WHOLE} {{ id }} }}")
    text = "".join(str(span.to_json()) for span in spans.get_finished_spans())
    assert leaks(text) == []
