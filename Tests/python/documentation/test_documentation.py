"""docs/python: every snippet runs, page by page, against the real server; so does the notebook."""

import contextlib
import os
import re
import subprocess
import sys
import types

import cloudpickle
import nbclient
import nbformat
import pytest
from pytest_examples import find_examples

import stand_ins
from conftest import BINDING, REPOSITORY, python_path
from servers import server
from swiftpager import Client
from swiftpager.testing import FakeServer, OffsetList, is_recording

PAGES = REPOSITORY / "docs" / "python"
ENDPOINT = "https://example.com/graphql"
# Pages whose lists change between their snippets: they have a test of their own.
APART = {"incremental", "sync"}
# What stands for a machine or a place that a snippet names and the tests do not have.
PLACES = {
    '"tcp://scheduler:8786"': 'n_workers=1, threads_per_worker=4, dashboard_address=":0"',
    "s3://bucket/issues": "forge-on-ray",
}
# Pages that change the shop: they have one of their own, because other tests compare what is in the shared one.
CHANGING = {"watching"}


def snippets():
    """The snippets of each page, in order; they share their variables, as if a reader typed them."""
    pages = {}
    for example in find_examples(PAGES):
        pages.setdefault(example.path, []).append(example)
    return [
        pytest.param(examples, id=path.stem) for path, examples in sorted(pages.items()) if path.stem not in APART
    ]


@pytest.mark.parametrize("examples", snippets())
@pytest.mark.long
def test_the_snippets_of_a_page_run(examples, shop, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # By default, dlt reports its use to its makers.
    monkeypatch.setenv("RUNTIME__DLTHUB_TELEMETRY", "false")
    # A separate module, in which classes and workers look up their names.
    module = types.ModuleType("snippets")
    monkeypatch.setitem(sys.modules, "snippets", module)
    # As of a program itself: a cluster's workers get its functions, not its name.
    cloudpickle.register_pickle_by_value(module)
    for name, engine in (*stand_ins.airflow().items(), ("ray", stand_ins.ray())):
        monkeypatch.setitem(sys.modules, name, engine)
    module.spark = stand_ins.Spark()
    page = examples[0].path.stem
    with FakeServer({}) as fake, server("shop") if page in CHANGING else contextlib.nullcontext(shop) as endpoint:
        # The fixture that pytest would pass.
        module.swiftpager_server = fake
        # Repositories and issues are the shop's other schema.
        run(examples, module, endpoint.replace("/graphql", "/forge") if page == "fleet" else endpoint)


def run(examples, module, shop):
    """Runs snippets in a module."""
    for example in examples:
        # The lines keep their numbers, for tracebacks.
        source = "\n" * example.start_line + example.source.replace(ENDPOINT, shop)
        for place, stand_in in PLACES.items():
            source = source.replace(place, stand_in)
        exec(compile(source, str(example.path), "exec"), vars(module))


def test_the_snippets_of_keyset_lists_run(shop):
    module = types.ModuleType("snippets")
    for example in find_examples(REPOSITORY / "docs" / "keyset-lists.md"):
        text = example.source.replace("https://example.com", shop.removesuffix("/graphql"))
        source = "\n" * example.start_line + text
        exec(compile(source, str(example.path), "exec"), vars(module))
    assert len(module.open_orders) == 500


def test_the_snippet_of_offset_lists_runs(capsys):
    module = types.ModuleType("snippets")
    kept = []
    with FakeServer({"items": OffsetList([{"id": n, "name": "a"} for n in range(250)], wrapped=True)}) as fake:
        with Client(fake.url) as module.client:
            module.keep = kept.extend
            run(find_examples(REPOSITORY / "docs" / "offset-lists.md"), module, fake.url)
    assert [item["id"] for item in kept] == list(range(250))
    assert capsys.readouterr().out.startswith("0 {")


def test_the_program_of_the_readme_prints_what_stands_below_it(tmp_path):
    found = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", (REPOSITORY / "README.md").read_text(), re.DOTALL)
    assert found is not None
    program = tmp_path / "program.py"
    program.write_text(found[1])
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": python_path(BINDING)},
    )
    assert done.stdout == found[2]


def test_every_page_is_reached_from_the_first():
    index = (PAGES / "index.md").read_text()
    for page in PAGES.glob("*.*"):
        if page.suffix in (".md", ".ipynb") and page.name != "index.md":
            assert f"({page.name})" in index, page.name


def run_notebook(monkeypatch, text):
    """A notebook after a run of all its cells."""
    monkeypatch.setenv("PYTHONPATH", python_path(BINDING))
    notebook = nbformat.reads(text, as_version=4)
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    for cell in notebook.cells:
        # When a cell ran says nothing, and differs each time.
        cell.metadata.clear()
        if cell.cell_type == "code":
            cell.execution_count = None
            for output in cell.outputs:
                if output.output_type == "execute_result":
                    output.execution_count = None
    notebook.metadata = {key: notebook.metadata[key] for key in ("kernelspec", "language_info")}
    notebook.metadata["language_info"] = {"name": "python"}
    return nbformat.writes(notebook)


@pytest.mark.long
def test_the_notebook_has_the_outputs_of_its_cells(monkeypatch):
    """SWIFTPAGER_RECORD=1 writes them anew."""
    path = PAGES / "notebook.ipynb"
    text = path.read_text().rstrip("\n")
    found = run_notebook(monkeypatch, text)
    if is_recording():
        path.write_text(found + "\n")
    else:
        assert found == text
