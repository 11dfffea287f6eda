"""CSV: what a reader finds in it is what the server sent, row by row and cell by cell."""

import contextlib
import csv
import importlib
import io
import json
import random

import pytest

from commands import outcome, run
from conftest import LONG
from list_server import list_server
from swiftpager.cli.formats.rows import Rows

# A reader that ends a row at each carriage return sees a second row here.
FORGED = "bob\rmallory,admin"
QUERY = "{ items { nodes { id name } pageInfo { hasNextPage endCursor } } }"


@contextlib.contextmanager
def server_of(*items):
    """A server whose list has these items."""
    end = {"hasNextPage": False, "endCursor": None}
    with list_server(lambda _: {"data": {"items": {"nodes": items, "pageInfo": end}}}) as (address, _):
        yield address


def table(items, *options, query=QUERY):
    """The CSV of a list."""
    with server_of(*items) as address:
        done = run(address, "--format", "csv", *options, query=query)
    assert outcome(done) == (0, "")
    return done.stdout


@pytest.mark.parametrize(("text", "cell"), [
    (FORGED, f'"{FORGED}"'), ("bob\rmallory", '"bob\rmallory"'), ("a\nb", '"a\nb"'), ("a\r\nb", '"a\r\nb"'),
    ('a"b', '"a""b"'), (" a", '" a"'), ("a\t", '"a\t"'), ("\xa0a", '"\xa0a"'), ("\ufeffa", '"\ufeffa"'),
    ("a b", "a b"), ("a;b", "a;b"), ("é", "é"), ("", ""), ("\ud800", "\ud800"),
])
def test_what_a_reader_could_misread_is_quoted_and_nothing_else(text, cell):
    rows = Rows()
    assert rows.lines(["id", "name"], [{"id": "1", "name": text}]) == f"1,{cell}\n".encode(errors="surrogatepass")
    assert rows.header(["id", text]) == f"id,{cell}\n".encode(errors="surrogatepass")


def test_a_row_of_one_empty_cell_is_a_row():
    assert Rows().lines(["name"], [{"name": ""}, {"name": "a"}, {}]) == b'""\na\n""\n'


def test_a_carriage_return_begins_no_row():
    assert table([{"id": 1, "name": FORGED}]) == f'id,name\n1,"{FORGED}"\n'.encode()


def test_names_of_columns_are_cells_like_all_others():
    names = {f"a{FORGED}": 1, 'say "hi"': 2}
    assert table([{"id": names}]) == b'"id.abob\rmallory,admin","id.say ""hi"""\n1,2\n'
    # Without a row, the names are those of the command line.
    assert table([], "--columns", 'say "hi",b') == b'"say ""hi""",b\n'


# Formulas

TEXTS = ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "\uff1d1", "a=1", " =1", "'=1", ""]
ESCAPED = ["'=1+1", "'+1", "'-1", "'@a", "'\t=1", "'\r=1", "'\n=1", "'\uff1d1", "a=1", " =1", "'=1", ""]


@pytest.mark.long
@pytest.mark.parametrize(("options", "texts"), [
    ((), TEXTS), (("--csv-formulas", "keep"), TEXTS), (("--csv-formulas", "escape"), ESCAPED),
])
def test_texts_that_look_like_formulas_are_escaped_if_the_user_asks_for_it(options, texts):
    names = dict(zip(("=a", "b"), ("'=a" if "escape" in options else "=a", "b"), strict=True))
    # A name of a column may come from the server, too; a number is what it is, and a list is JSON.
    data = table([{"=a": text, "b": -5} for text in TEXTS] + [{"=a": -1.5, "b": ["=1"]}], *options)
    read = list(csv.reader(io.StringIO(data.decode(), newline="")))
    assert read == [list(names.values()), *([text, "-5"] for text in texts), ["-1.5", '["=1"]']]


@pytest.mark.long
def test_the_lines_of_each_walk_are_escaped(tmp_path):
    (tmp_path / "lines").write_text('{"of": "=x"}\n')
    query = f"query ($of: String) {QUERY.replace('items', 'items(of: $of)', 1)}"
    each = ("--each", str(tmp_path / "lines"), "--tag", "of")
    assert table([{"id": "-1"}], *each, "--csv-formulas", "escape", query=query) == b"of,id\n'=x,'-1\n"


@pytest.mark.long
def test_a_walk_goes_on_with_the_formulas_as_they_were(trouble, tmp_path):
    side = tmp_path / "x"
    options = ("-o", str(tmp_path / "x.csv"), "--checkpoint", str(side))
    assert run(trouble.url("/good"), *options, "--max-pages", "1").returncode == 3
    kept = side.read_bytes()
    for text in (kept, before_the_option(json.loads(kept))):
        side.write_bytes(text)
        code, told = outcome(run(trouble.url("/good"), *options, "--csv-formulas", "escape"))
        assert (code, "records a walk without --csv-formulas: continue it that way" in told) == (2, True), told
    side.write_bytes(kept)
    assert outcome(run(trouble.url("/good"), *options, "--csv-formulas", "keep")) == (0, "")


def before_the_option(fields):
    """A checkpoint file of a version that had no such option."""
    notes = fields["command"]
    options = {name: value for name, value in notes["options"].items() if name != "--csv-formulas"}
    return json.dumps({
        "kind": "swiftpager resume file", "version": 1, "items": notes["items"], "is_complete": False, "file": None,
        "options": options, "columns": notes["columns"], "stopped": None, "token": fields["checkpoint"],
    }).encode()


# Readers


def by_csv(path, names):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def by_pandas(path, names):
    read = importlib.import_module("pandas").read_csv(path, dtype=str, keep_default_na=False)
    return [list(read.columns), *read.to_numpy().tolist()]


def by_pyarrow(path, names):
    arrow, reader = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.csv")
    types = dict.fromkeys(names, arrow.string())
    read = reader.read_csv(
        path, parse_options=reader.ParseOptions(newlines_in_values=True),
        convert_options=reader.ConvertOptions(column_types=types, strings_can_be_null=False),
    )
    return [read.column_names, *(list(row.values()) for row in read.to_pylist())]


def by_duckdb(path, names):
    # Without these options it guesses a dialect.
    types = {f"c{number}": "VARCHAR" for number in range(len(names))}
    read = importlib.import_module("duckdb").connect().sql(
        f"FROM read_csv('{path}', auto_detect=false, header=true, delim=',', quote='\"', escape='\"', new_line='\\n',"
        f" nullstr='no such text', allow_quoted_nulls=false, columns={types})"
    )
    # It takes the names of columns from the options.
    return [names, *map(list, read.fetchall())]


def by_polars(path, names):
    read = importlib.import_module("polars").read_csv(path, infer_schema=False, empty_string_is_null=False)
    return [read.columns, *map(list, read.rows())]


PIECES = [
    "\r", "\n", "\r\n", '"', ",", "'", " ", "\t", ";", "|", "#", "=", "-", "@", "\\", "\ufeff", "\u2028", "\x85",
    "\x1c", "\x0b", "\x0c", "\xa0", "\x1a", "\x1b", "\0", "a", "B7", "-5", "1e5", "NULL", "NA", "nan", "true",
    "2026-01-01", "é", "😀",
]


# The modules of the others take longer to import than a test may take.
@pytest.mark.parametrize("read", [
    by_csv, *(pytest.param(each, marks=pytest.mark.long) for each in (by_pandas, by_pyarrow, by_duckdb, by_polars)),
])
def test_readers_find_the_cells_as_text(tmp_path, read):
    seed = random.randrange(1 << 32)
    draw = random.Random(seed)
    # Without a quote: polars leaves it doubled in a name.
    names = ["\ufeffid", "a\rb", "c,d", " e", "f\n"]
    cells = [
        ["".join(draw.choices(PIECES, k=draw.choice([0, 1, 1, 2, 3, 5, 8]))) for _ in names]
        for _ in range((10_000 if LONG else 500) // len(names))
    ]
    path, rows = tmp_path / "x.csv", Rows()
    path.write_bytes(rows.header(names) + rows.lines(names, [dict(zip(names, row, strict=True)) for row in cells]))
    assert read(path, names) == [names, *cells], f"seed {seed}"
