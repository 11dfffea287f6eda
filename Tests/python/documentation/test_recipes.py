"""docs/recipes: every snippet runs as it stands, and recordings answer it.

The recordings come from the tests' own Tests/servers/services.py, which has the shapes of the services. Make them anew
after a change of the snippets or of that server:

    SWIFTPAGER_RECORD=1 python -m pytest Tests/python/documentation/test_recipes.py
"""

import contextlib
import faulthandler
import json
import os
import pathlib
import subprocess
import sys
import types
import venv
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_examples import find_examples

import stand_ins
import swiftpager
import swiftpager.aio.client
from conftest import BINDING, LONG, REPOSITORY, python_path
from servers import server
from swiftpager.testing import Connection, FakeServer, is_recording

RECIPES = REPOSITORY / "docs" / "recipes"
RECORDINGS = REPOSITORY / "Tests" / "python" / "recordings"
# The path of each service at the tests' own server.
SERVICES = {
    "https://api.github.com/graphql": "/github",
    "https://example.myshopify.com/admin/api/2026-10/graphql.json": "/shopify",
    "https://example.hasura.app/v1/graphql": "/hasura",
    "https://gateway.thegraph.com/api/subgraphs/id/SUBGRAPH": "/subgraph",
}
# What the snippets of a page have printed at its end.
PRINTED = {
    "airflow": "",
    "dlt": "6 issues\n",
    "fastapi": "200 7 repositories\n",
    "github": "7 repositories, the first: example/repository-1\n5 labels at most\n21 issues, and in the next run 0\n",
    "hasura": "7 open orders, the last: 13\n14 orders by time\n8 swaps with the columns ['id', 'timestamp', 'pool']\n",
    "jupyter": "",
    "shopify": "7 products; a page costs 7 of 2000.0\n7 orders, and in the next run 0\n",
}


class Exchanges:
    """The clients of one page: a recording answers them, or they ask the tests' own server and record its answers."""

    def __init__(self, path: pathlib.Path, base: str | None, folder: pathlib.Path) -> None:
        self.path = path
        self._base = base
        self._parts = (folder / f"{number}.jsonl" for number in range(100))
        self._recorded: list[pathlib.Path] = []

    def client(self, kind: Any) -> Any:
        """A client class for the snippets, under the name of the real one."""
        def options(endpoint: str) -> dict[str, Any]:
            if self._base is None:
                return {"endpoint": endpoint, "replay": self.path}
            self._recorded.append(next(self._parts))
            return {"endpoint": self._base + SERVICES[endpoint], "record": self._recorded[-1]}

        class Client(kind):
            def __init__(self, endpoint: str, **given: Any) -> None:
                super().__init__(**options(endpoint), **given)

        return Client

    def keep(self) -> None:
        """Makes the recordings of all clients one file, with each request once."""
        # Without the port of this run.
        heading = json.dumps({"endpoint": "http://127.0.0.1/", "swiftpager_recording": 1}, separators=(",", ":"))
        found: dict[str, str] = {}
        for part in self._recorded:
            _, *lines = part.read_text().splitlines()
            for line in lines:
                found.setdefault(json.loads(line)["request"]["body"], line)
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text("".join(f"{line}\n" for line in (heading, *found.values())))


@contextlib.contextmanager
def exchanges(page: str, folder: pathlib.Path) -> Iterator[Exchanges]:
    """The clients of a page; a new recording replaces the old one if the snippets have run to their end."""
    path = RECORDINGS / f"{page}.jsonl"
    if not is_recording():
        yield Exchanges(path, None, folder)
        return
    with server("services") as address:
        recording = Exchanges(path, address.removesuffix("/github"), folder)
        yield recording
        recording.keep()


@pytest.fixture
def airflow(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands for Airflow: its decorators call the functions. `test_the_dag_runs` has the real one."""
    for name, module in stand_ins.airflow().items():
        monkeypatch.setitem(sys.modules, name, module)


def pages() -> list[str]:
    return sorted(path.stem for path in RECIPES.glob("*.md"))


@pytest.mark.usefixtures("airflow")
@pytest.mark.parametrize("page", pages())
def test_the_snippets_of_a_recipe_run(
    page: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    # By default, dlt reports its use to its makers.
    monkeypatch.setenv("RUNTIME__DLTHUB_TELEMETRY", "false")
    for name in ("GITHUB_TOKEN", "SHOPIFY_TOKEN", "HASURA_TOKEN", "GRAPH_API_KEY"):
        monkeypatch.setenv(name, "a secret")
    module = types.ModuleType("snippets")
    monkeypatch.setitem(sys.modules, "snippets", module)
    with exchanges(page, tmp_path) as recording:
        monkeypatch.setattr(swiftpager, "Client", recording.client(swiftpager.Client))
        monkeypatch.setattr(swiftpager, "AsyncClient", recording.client(swiftpager.AsyncClient), raising=False)
        for example in find_examples(RECIPES / f"{page}.md"):
            if example.prefix != "python":
                continue
            # The lines keep their numbers, for tracebacks.
            source = "\n" * example.start_line + example.source.replace("/srv/", f"{tmp_path}/")
            exec(compile(source, str(example.path), "exec"), vars(module))
    assert PRINTED[page] in capsys.readouterr().out
    if page == "airflow":
        assert len((tmp_path / "repositories.ndjson").read_text().splitlines()) == 7


def test_a_recording_of_a_recipe_is_small_and_has_no_secret() -> None:
    assert {path.stem for path in RECORDINGS.iterdir()} == set(pages()) == set(PRINTED)
    for path in RECORDINGS.iterdir():
        text = path.read_text()
        assert len(text) < 20_000, path.name
        assert "a secret" not in text


def test_a_recipe_has_90_lines_at_most() -> None:
    for path in RECIPES.glob("*.md"):
        assert len(path.read_text().splitlines()) <= 90, path.name


def test_the_service_of_the_recipe_tells_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each failure behind the service of fastapi.md has its status."""
    from fastapi.testclient import TestClient

    real, module = swiftpager.AsyncClient, types.ModuleType("snippets")
    monkeypatch.setenv("GITHUB_TOKEN", "a secret")
    monkeypatch.setitem(sys.modules, "snippets", module)
    one = Connection([{"nameWithOwner": "a", "stargazerCount": 1}])
    with FakeServer({"organization": {"repositories": one}}) as fake:
        monkeypatch.setattr(
            swiftpager, "AsyncClient", lambda endpoint, **options: real(fake.url, **options), raising=False
        )
        for example in list(find_examples(RECIPES / "fastapi.md"))[:2]:
            exec(compile(example.source, str(example.path), "exec"), vars(module))
        with TestClient(module.app) as reader:
            fake.refuse(429, headers={"Retry-After": "100"})
            limited = reader.get("/repositories/example")
            assert (limited.status_code, limited.headers["retry-after"]) == (503, "101")
            assert limited.json()["code"] == "RATE_LIMITED"
            fake.answer_errors("no access")
            assert reader.get("/repositories/example").status_code == 502
            fake.refuse(401)
            assert reader.get("/repositories/example").status_code == 500
            assert reader.get("/repositories/example").text == '{"nameWithOwner": "a", "stargazerCount": 1}\n'


if LONG:
    # The installation of Airflow takes minutes.

    @pytest.mark.timeout(1_500)
    def test_the_dag_runs(tmp_path: pathlib.Path) -> None:
        # The limit of this test is longer than that of the whole run's settings.
        faulthandler.cancel_dump_traceback_later()
        environment = tmp_path / "environment"
        venv.create(environment, with_pip=True)
        subprocess.run([environment / "bin" / "pip", "install", "--quiet", "apache-airflow==3.3.2"], check=True)
        dags = tmp_path / "dags"
        dags.mkdir()
        (found,) = find_examples(RECIPES / "airflow.md")
        endpoint = '"https://api.github.com/graphql"'
        assert endpoint in found.source
        source = found.source.replace("/srv/", f"{tmp_path}/")
        (dags / "github.py").write_text(
            source.replace(endpoint, f"{endpoint}, replay={str(RECORDINGS / 'airflow.jsonl')!r}")
        )
        variables = {
            **os.environ, "AIRFLOW_HOME": str(tmp_path), "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
            "PYTHONPATH": python_path(BINDING, dags), "GITHUB_TOKEN": "a secret",
        }
        for words in (["db", "migrate"], ["dags", "test", "github"]):
            command = [str(environment / "bin" / "airflow"), *words]
            subprocess.run(command, env=variables, check=True, stdout=subprocess.DEVNULL)
        assert len((tmp_path / "repositories.ndjson").read_text().splitlines()) == 7
