"""What the command writes: lines, arrays, tables and columns, to stdout and to files."""

import csv
import io
import json
import os

import pyarrow
import pyarrow.ipc
import pyarrow.parquet
import pytest

import swiftpager
from commands import environment, numbers, outcome, run, run_to, without
from conftest import ITEMS_QUERY, PRODUCTS_QUERY

NESTED_QUERY = (
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    " nodes { id name price inStock shop { id name } } pageInfo { hasNextPage endCursor } } }"
)
ITEMS = [{"id": str(number), "name": f"Item {number}"} for number in range(1, 51)]


@pytest.mark.long
def test_lines_are_the_servers_own_bytes(trouble, items_pager):
    # Each page of the indented ones has an item that is null.
    for path, said in (("/unicode", ""), ("/indented", "5 items of the list are null"), ("/gzip", "")):
        done = run(trouble.url(path))
        status, words = outcome(done)
        assert status == 0 and said in words and bool(said) == bool(words), path
        assert done.stdout == b"".join(page.raw_items for page in items_pager(path)), path
        assert done.stdout.count(b"\n") >= 50, path


def test_an_array_is_valid_json_also_of_no_items(trouble):
    assert json.loads(run(trouble.url("/good"), "--format", "json").stdout) == ITEMS
    assert run(trouble.url("/good", pages=0), "--format", "json").stdout == b"[]\n"


def test_an_array_of_a_list_that_broke_off_is_not_valid(trouble):
    done = run(trouble.url("/errors-null-data"), "--format", "json")
    assert done.returncode == 1
    with pytest.raises(json.JSONDecodeError):
        json.loads(done.stdout)


@pytest.mark.long
def test_a_field_is_what_a_pointer_leads_to(trouble):
    assert run(trouble.url("/good"), "--field", "/name").stdout.splitlines()[0] == b'"Item 1"'
    assert run(trouble.url("/good"), "--field", "/name", "--raw").stdout.splitlines()[-1] == b"Item 50"
    done = run(trouble.url("/good"), "--pages", "--field", "/data/items/edges/1/node/id", "-v", "first=10")
    assert done.stdout == b'"2"\n"12"\n"22"\n"32"\n"42"\n'


def test_a_field_that_is_nowhere_is_an_error_with_what_there_is(trouble):
    code, told = outcome(run(trouble.url("/good"), "--field", "/nmae"))
    assert (code, told) == (2, "swiftpager: --field /nmae is not on the first page, which has: id, name\n")
    code, told = outcome(run(trouble.url("/good"), "--field", "name"))
    assert code == 2
    assert "begins with a slash: /name" in told


def test_pages_are_whole_responses_each_on_a_line(trouble):
    done = run(trouble.url("/indented"), "--pages", "-v", "first=25")
    with swiftpager.Client(trouble.url("/indented")) as client:
        pages = list(client.pager(ITEMS_QUERY, {"first": 25}))
    assert b"\n" in pages[0].raw
    assert [json.loads(line) for line in done.stdout.splitlines()] == [json.loads(page.raw) for page in pages]


def test_a_table_has_columns_for_what_is_in_objects(shop):
    done = run(shop, "--format", "csv", "-v", "first=100", query=NESTED_QUERY)
    assert outcome(done) == (0, "")
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    assert list(rows[0]) == ["id", "name", "price", "inStock", "shop.id", "shop.name"]
    with swiftpager.Client(shop) as client:
        items = list(client.pager(NESTED_QUERY, {"first": 100}).items())
    assert [row["name"] for row in rows] == [item["name"] for item in items]
    assert [float(row["price"]) for row in rows] == [item["price"] for item in items]
    assert [row["shop.name"] for row in rows] == [item["shop"]["name"] for item in items]


def test_a_table_has_the_columns_that_are_named(shop):
    done = run(shop, "--format", "csv", "--columns", "shop.name,id", "-v", "first=100", query=NESTED_QUERY)
    assert done.stdout.decode().splitlines()[0] == "shop.name,id"
    assert done.stdout.count(b"\n") == 1001
    done = run(shop, "--format", "csv", "--columns", "id,shop.nmae", "-v", "first=100", query=NESTED_QUERY)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--columns shop.nmae is not on the first page, which has: id, name" in done.stderr


class Recording:
    """A recording with the test's own answers, for answers that the test servers do not give."""

    def __init__(self, path, pages):
        self.path = path
        with swiftpager.Client("http://x/", transport=self.answer, record=path) as client:
            self.pages = iter(list(enumerate(pages, 1)))
            self.count = len(pages)
            assert len(list(client.pager(ITEMS_QUERY))) == len(pages)

    def answer(self, request):
        number, nodes = next(self.pages)
        info = {"hasNextPage": number < self.count, "endCursor": f"page {number}"}
        data = {"items": {"edges": [{"node": node} for node in nodes], "pageInfo": info}}
        request.complete(200, json.dumps({"data": data}).encode(), [("Content-Type", "application/json")])

    def run(self, *options, **others):
        return run("http://x/", "--replay", str(self.path), *options, **others)


@pytest.fixture
def pages(tmp_path):
    return lambda *pages: Recording(tmp_path / "recording.jsonl", pages)


def test_a_later_page_with_another_column_is_an_error(pages):
    recording = pages([{"id": 1}], [{"id": 2, "name": "x"}])
    done = recording.run("--format", "csv")
    code, told = outcome(done)
    assert (code, done.stdout) == (3, b"id\n1\n")
    assert "item 2 of this run has the column 'name'" in told
    assert "--columns" in told
    code, told = outcome(recording.run("--format", "csv", "--columns", "id,name"))
    assert code == 2
    assert "--columns name is not on the first page, which has: id" in told


def test_an_object_that_is_named_as_a_column_is_json(pages):
    recording = pages([{"id": 1, "o": None}, {"id": 2, "o": {}}], [{"id": 3, "o": {"x": {"y": 1}}}])
    done = recording.run("--format", "csv", "--columns", "id,o")
    assert (outcome(done), done.stdout) == ((0, ""), b'id,o\n1,\n2,{}\n3,"{""x"":{""y"":1}}"\n')
    done = pages([{"o": {"x": 1}}]).run("--format", "csv", "--columns", "o,o.x")
    assert done.stdout == b'o,o.x\n"{""x"":1}",1\n'


def test_a_table_takes_nulls_lists_texts_and_null_objects(pages):
    recording = pages(
        [{"a": None, "o": {"x": 1}, "l": [1, "é"]}, {"a": "q\"u,o\nte", "o": None, "l": []}, None],
        [{"a": True, "o": None, "l": None}],
    )
    done = recording.run("--format", "csv")
    nulls = "swiftpager: 1 item of the list is null: the server has it, and does not return it\n"
    assert outcome(done) == (0, nulls)
    assert list(csv.reader(io.StringIO(done.stdout.decode()))) == [
        ["a", "o.x", "l"], ["", "1", '[1,"é"]'], ['q"u,o\nte', "", "[]"], ["", "", ""], ["true", "", ""],
    ]


@pytest.mark.parametrize("output", ["parquet", "arrow"])
def test_columns_have_the_items_values(shop, tmp_path, output):
    file = tmp_path / "products"
    options = ("--format", output, "--output", str(file), "-v", "first=100")
    assert outcome(run(shop, *options, query=NESTED_QUERY)) == (0, "")
    table = pyarrow.parquet.read_table(file) if output == "parquet" else pyarrow.ipc.open_stream(file).read_all()
    with swiftpager.Client(shop) as client:
        assert table.to_pylist() == list(client.pager(NESTED_QUERY, {"first": 100}).items())
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("output", ["parquet", "arrow"])
def test_columns_go_to_a_pipe(trouble, output):
    done = run(trouble.url("/good"), "--format", output)
    read = pyarrow.parquet.read_table if output == "parquet" else lambda file: pyarrow.ipc.open_stream(file).read_all()
    assert read(io.BytesIO(done.stdout)).to_pylist() == ITEMS


def test_columns_of_a_list_that_broke_off_do_not_look_whole(trouble):
    done = run(trouble.url("/errors-null-data"), "--format", "parquet")
    assert done.returncode == 1
    with pytest.raises(pyarrow.ArrowInvalid):
        pyarrow.parquet.read_table(io.BytesIO(done.stdout))


@pytest.mark.long
def test_a_type_that_changes_later_is_an_error_with_the_column(pages, tmp_path):
    first = [{"id": number, "score": 1} for number in range(9_000)]
    recording = pages(first, [{"id": 9_000, "score": 1.5}])
    code, told = outcome(recording.run("--format", "parquet", "--output", str(tmp_path / "x")))
    assert code == 3
    assert 'page 2, item at index 0: the column "score" has the type int64, but the value is 1.5' in told
    assert "write ndjson" in told
    assert pyarrow.parquet.read_table(tmp_path / "x.part").num_rows == 9_000
    # In a pipe no name says that the list is not whole: there Parquet gets no end.
    with pytest.raises(pyarrow.ArrowInvalid):
        read("parquet", recording.run("--format", "parquet").stdout)
    recording = pages(first, [{"id": 9_000, "score": 1, "more": 1}])
    code, told = outcome(recording.run("--format", "arrow"))
    assert code == 3
    assert "page 2, item at index 0: " in told
    assert '"more"' in told


@pytest.mark.parametrize("output", ["parquet", "arrow"])
def test_types_fit_all_pages_of_the_first_rows_and_no_value_is_lost(pages, output):
    recording = pages(
        [{"n": 1, "mixed": 1, "large": 1}], [{"n": 2.5, "mixed": "x", "large": 2**53 + 1}],
        [{"n": None, "late": True, "large": 0.5}],
    )
    table = read(output, recording.run("--format", output).stdout)
    assert table.to_pylist() == [
        {"n": 1.0, "mixed": "1", "large": "1", "late": None},
        {"n": 2.5, "mixed": '"x"', "large": str(2**53 + 1), "late": None},
        {"n": None, "mixed": None, "large": "0.5", "late": True},
    ]
    assert table.schema.field("mixed").metadata == {b"swiftpager.type": b"json"}


def test_columns_that_would_be_nearly_empty_are_an_error(pages):
    code, told = outcome(pages([{f"k{number}": 1 for number in range(1_000)}, *[{}] * 49_999]).run("--format", "arrow"))
    assert code == 3
    assert "nearly all are empty" in told
    assert "write ndjson" in told


def read(output, data):
    if output == "parquet":
        return pyarrow.parquet.read_table(io.BytesIO(data))
    return pyarrow.ipc.open_stream(data).read_all()


@pytest.mark.long
def test_a_limit_of_items_is_exact_in_columns_too(trouble, pages):
    for output in ("parquet", "arrow"):
        done = run(trouble.url("/good"), "--format", output, "--max-items", "13")
        assert outcome(done) == (3, "swiftpager: incomplete: --max-items 13 is reached, and there is more\n")
        assert read(output, done.stdout).to_pylist() == ITEMS[:13]
    # The limit also works within one written batch.
    arrow = ("--format", "arrow", "--max-items")
    done = pages([{"id": number} for number in range(9_000)], [{"id": 9_000}]).run(*arrow, "8500")
    assert read("arrow", done.stdout).num_rows == 8_500
    # And on the page after one that was written.
    done = pages([{"id": number} for number in range(8_192)], [{"id": 0}] * 8).run(*arrow, "8195")
    assert read("arrow", done.stdout).num_rows == 8_195


@pytest.mark.long
def test_columns_of_values_nulls_and_nothing(pages):
    done = pages([{"id": 1}, None, {"id": 2, "x": {"y": [1.5]}}]).run("--format", "arrow")
    assert pyarrow.ipc.open_stream(done.stdout).read_all().to_pylist() == [
        {"id": 1, "x": None}, {"id": None, "x": None}, {"id": 2, "x": {"y": [1.5]}},
    ]
    done = pages([{"id": 1}, {"id": 2}]).run("--format", "arrow", "--field", "/id")
    assert pyarrow.ipc.open_stream(done.stdout).read_all().to_pylist() == [{"value": 1}, {"value": 2}]
    done = pages(["a", None], ["b"]).run("--format", "parquet")
    assert read("parquet", done.stdout).to_pylist() == [{"value": "a"}, {"value": None}, {"value": "b"}]
    objects = pages([{"o": {"a": 1, "b": {"c": [1]}}}, {"o": None}, {}], [{"o": {"a": 2}}])
    for output in ("parquet", "arrow"):
        assert read(output, objects.run("--format", output, "--field", "/o").stdout).to_pylist() == [
            {"a": 1, "b": {"c": [1]}}, {"a": None, "b": None}, {"a": None, "b": None}, {"a": 2, "b": None},
        ]
    assert read("arrow", objects.run("--format", "arrow", "--field", "").stdout).column_names == ["o"]
    code, told = outcome(objects.run("--format", "arrow", "--field", "/nope"))
    assert (code, "--field /nope is not on the first page, which has: o" in told) == (2, True)
    for output in ("parquet", "arrow"):
        assert outcome(pages([]).run("--format", output)) == (0, "")


def test_without_pyarrow_the_message_says_what_to_install(trouble, tmp_path):
    env = environment(without(tmp_path / "modules", "pyarrow"))
    for output in ("parquet", "arrow"):
        code, told = outcome(run(trouble.url("/good"), "--format", output, "--output", str(tmp_path / "x"), env=env))
        assert code == 2, told
        assert "pip install pyarrow" in told
    assert not list(tmp_path.glob("x*"))


def test_a_file_appears_when_the_list_is_whole(trouble, tmp_path):
    file = tmp_path / "items.ndjson"
    file.write_text("before\n")
    code, told = outcome(run(trouble.url("/errors-null-data"), "--output", str(file)))
    assert code == 1
    assert f"the output so far is in {file}.part" in told
    assert file.read_text() == "before\n"
    assert numbers((tmp_path / "items.ndjson.part").read_bytes()) == list(range(1, 21))
    assert outcome(run(trouble.url("/good"), "--output", str(file))) == (0, "")
    assert numbers(file.read_bytes()) == list(range(1, 51))
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.long
def test_a_link_stays_and_a_device_is_written_to(trouble, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert outcome(run(trouble.url("/good"), "--output", str(tmp_path / "link"))) == (0, "")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes().count(b"\n") == 50
    (tmp_path / "null").symlink_to("/dev/null")
    assert outcome(run(trouble.url("/good"), "--output", str(tmp_path / "null"))) == (0, "")
    assert run(trouble.url("/good"), "--output", "/dev/stdout").stdout.count(b"\n") == 50


@pytest.mark.long
def test_a_limit_of_items_is_exact(trouble):
    done = run(trouble.url("/good"), "--max-items", "13")
    assert outcome(done) == (3, "swiftpager: incomplete: --max-items 13 is reached, and there is more\n")
    assert numbers(done.stdout) == list(range(1, 14))
    assert trouble.stats()["requests"] <= 3
    assert outcome(run(trouble.url("/good"), "--max-items", "50")) == (0, "")
    done = run(trouble.url("/good"), "--max-pages", "2", "--format", "json")
    assert outcome(done) == (3, "swiftpager: incomplete: --max-pages 2 is reached, and there is more\n")
    assert len(json.loads(done.stdout)) == 20


def test_a_disk_that_is_full_is_named(trouble):
    with open("/dev/full", "wb") as full:
        done = run_to(full, trouble.url("/good"))
    assert outcome(done) == (3, "swiftpager: incomplete: stdout cannot be written: No space left on device\n")


def test_products_of_the_shop_come_in_order(shop):
    done = run(shop, "-v", "first=100", query=PRODUCTS_QUERY)
    with swiftpager.Client(shop) as client:
        assert [json.loads(line) for line in done.stdout.splitlines()] == list(
            client.pager(PRODUCTS_QUERY, {"first": 100}).items()
        )


def test_what_was_in_a_file_before_an_empty_page_stays(pages, tmp_path):
    items, resume = tmp_path / "items.ndjson", tmp_path / "resume.json"
    items.write_text("a line that has no end")
    replayed = ("--replay", str(pages([], [{"id": 1}]).path), "--checkpoint", str(resume))
    for code, options in ((3, ("--max-pages", "1")), (0, ())):
        # Opened like a shell's >>: the position is at the beginning until the first write.
        file = os.open(items, os.O_WRONLY | os.O_APPEND)
        assert run_to(file, "http://x/", *replayed, *options).returncode == code
        os.close(file)
    assert items.read_text() == 'a line that has no end{"id": 1}\n'


def test_where_nothing_came_no_file_is_left(trouble, tmp_path):
    done = run(trouble.url("/html-502", bad=1), "--retry", "1", "--output", str(tmp_path / "items.ndjson"))
    assert done.returncode == 4
    assert list(tmp_path.iterdir()) == []


def test_a_limit_within_the_last_page_is_told_of(trouble):
    done = run(trouble.url("/good"), "--max-items", "45")
    assert done.returncode == 3
    assert numbers(done.stdout) == list(range(1, 46))
