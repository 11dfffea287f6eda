"""`swiftpager sync` over several nights: the views of DuckDB show what the server has, whatever happens to a run."""

import contextlib
import pathlib
import random
import signal
import subprocess
from collections.abc import Iterator

import duckdb
import pytest

import sync_support
from commands import TAKES_SIGNALS
from conftest import LIMIT_SECONDS, LONG, until
from killing import ended, forked
from sync_support import Folder, Lists

# It needs an argument.
UNREAD = "repository.issues"


@pytest.fixture
def served() -> Iterator[Lists]:
    with sync_support.lists() as served:
        yield served


@pytest.fixture
def folder(served: Lists, tmp_path: pathlib.Path) -> Folder:
    return Folder(tmp_path, served.url)


def truth(served: Lists, *names: str) -> "dict[str, list[tuple[str, str]]]":
    rows = served.truth()
    return {name: rows[name] for name in rows if name in names or (not names and name != UNREAD)}


@pytest.mark.long
def test_views_show_all_lists_each_night(served: Lists, folder: Folder) -> None:
    lines, errors = folder.run()
    assert "products      23 rows  complete" in lines.splitlines()
    assert "tickets       23 new rows  complete" in lines.splitlines()
    assert "1 of 21 lists are skipped:\n  repository.issues: it needs name (String!)" in errors
    assert folder.rows() == truth(served)
    for _ in range(2):
        served.night()
        assert folder.run()[1] == ""
        assert folder.rows() == truth(served)


@pytest.mark.long
def test_a_second_run_reads_only_what_is_new(served: Lists, folder: Folder) -> None:
    folder.run("--only", "orders,tickets,products", "--lag", "0")
    before = served.stats()
    told = folder.run_json("--only", "orders,tickets,products")
    assert (told["orders"]["rows"], told["tickets"]["rows"], told["products"]["rows"]) == (0, 0, 23)
    after = served.stats()
    # A page, and the page at the mark of a filter; the other list whole.
    assert [after[name] - before[name] for name in ("orders", "tickets", "products")] == [1, 1, 5]
    assert after["introspections"] == before["introspections"] == 1


@pytest.mark.long
def test_each_list_is_in_a_folder_and_a_view_of_its_own(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products,Products,viewer.stars")
    folders = [entry["folder"] for entry in folder.plan()["lists"].values()]
    assert len({name.lower() for name in folders}) == 3
    assert folder.rows() == truth(served, "products", "Products", "viewer.stars")
    assert folder.query('SELECT count(*) FROM "viewer.stars"') == [(23,)]


def test_a_list_without_rows_has_its_columns(served: Lists, folder: Folder) -> None:
    folder.run("--only", "empty")
    assert [row[:2] for row in folder.query("DESCRIBE empty")] == [
        ("id", "VARCHAR"), ("name", "VARCHAR"), ("size", "BIGINT"), ("owner", "STRUCT(login VARCHAR)"),
    ]
    assert folder.query("SELECT count(*) FROM empty") == [(0,)]


@pytest.mark.long
def test_the_view_does_not_show_the_column_of_the_newest_row(served: Lists, folder: Folder) -> None:
    folder.run("--only", "orders")
    assert [row[0] for row in folder.query("DESCRIBE orders")] == ["id", "name", "size", "owner", "updatedAt"]


@pytest.mark.long
def test_since_off_reads_whole(served: Lists, folder: Folder) -> None:
    told = folder.run_json("--since", "off", "--only", "orders,rows")
    assert not any(one["is_incremental"] for one in told.values())
    folder.run("--since", "off", "--only", "orders")
    assert folder.stores("orders") == [1, 2]


@pytest.mark.long
def test_an_old_store_goes_one_run_after_the_new_one(served: Lists, folder: Folder) -> None:
    only = ("--only", "products,orders")
    numbers = []
    for _ in range(4):
        folder.run(*only)
        numbers.append(folder.stores("products"))
    assert numbers == [[1], [1, 2], [2, 3], [3, 4]]
    assert folder.stores("orders") == [1]


@pytest.mark.long
def test_a_reader_keeps_its_files_for_a_whole_run(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products")
    before = truth(served, "products")["products"]
    with duckdb.connect() as database:
        database.execute((folder.path / "views.sql").read_text())
        served.night()
        folder.run("--only", "products")
        assert sorted(database.execute("SELECT id, name FROM products").fetchall()) == before


@pytest.mark.long
def test_a_store_that_the_views_do_not_show_yet_pushes_no_other_out(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products")
    views = (folder.path / "views.sql").read_text()
    folder.run("--only", "products")
    # As if the run had died before it wrote the views.
    (folder.path / "views.sql").write_text(views)
    folder.run("--only", "products")
    assert folder.stores("products") == [1, 2, 3]
    folder.run("--only", "products")
    assert folder.stores("products") == [3, 4]


@pytest.mark.long
def test_views_that_a_person_changed_let_all_stores_stay(served: Lists, folder: Folder) -> None:
    for _ in range(3):
        folder.run("--only", "products")
        (folder.path / "views.sql").write_text("SELECT 1;\n")
    assert folder.stores("products") == [1, 2, 3]


@pytest.mark.long
def test_a_run_with_only_leaves_other_lists_alone(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products,brands")
    brands = folder.rows()["brands"]
    served.night()
    for _ in range(2):
        lines, _ = folder.run("--only", "products")
        assert "brands" not in lines
    assert folder.rows() == {**truth(served, "products"), "brands": brands}
    assert folder.stores("brands") == [1]


@pytest.mark.long
def test_a_folder_with_odd_signs(served: Lists, tmp_path: pathlib.Path) -> None:
    (tmp_path / "a[1] *?'ä").mkdir()
    folder = Folder(tmp_path / "a[1] *?'ä", served.url)
    folder.run("--only", "products,orders")
    assert folder.rows() == truth(served, "products", "orders")


@pytest.mark.parametrize("seed", range(1, 9) if LONG else [1])
@pytest.mark.long
def test_nights_and_kills_end_with_the_truth(tmp_path: pathlib.Path, seed: int) -> None:
    chance = random.Random(seed)
    kills = 0
    with sync_support.lists("--latency-ms", "8") as served:
        folder = Folder(tmp_path, served.url)
        for night in range(3):
            for _ in range(2):
                kills += folder.until_killed(chance, 2.5 if night == 0 else 1.6, "--slice-pages", "2")
            folder.run("--slice-pages", "2")
            assert folder.rows() == truth(served)
            served.night()
    assert kills > 0


@pytest.mark.parametrize("part", range(8) if LONG else [0, 1])
@pytest.mark.long
def test_a_kill_at_each_step_loses_nothing(served: Lists, tmp_path: pathlib.Path, part: int) -> None:
    # The even parts kill a first run, the others the one after a night.
    stride = 8 if LONG else 60
    steps, died = part // 2 * stride // 4, True
    while died:
        folder = Folder(tmp_path / str(steps), served.url)
        (tmp_path / str(steps)).mkdir()
        words = folder.words("--only", "products,orders", "--slice-pages", "3")[3:]
        cache = str(tmp_path / "cache")
        if part % 2:
            assert ended(sync_support.killed_at_step, 1_000_000, words, cache) == ""
            served.night()
        with forked(sync_support.killed_at_step, steps, words, cache) as process:
            process.join(LIMIT_SECONDS)
            assert process.exitcode in (0, -signal.SIGKILL)
            died = process.exitcode != 0
        assert ended(sync_support.killed_at_step, 1_000_000, words, cache) == ""
        assert folder.rows() == truth(served, "products", "orders")
        steps += stride
    assert steps >= stride


@pytest.mark.long
def test_a_killed_run_goes_on_with_its_store(tmp_path: pathlib.Path) -> None:
    with sync_support.lists("--latency-ms", "60", "--items", "50") as served:
        folder = Folder(tmp_path, served.url)
        with subprocess.Popen(folder.words("--only", "products", "--slice-pages", "1"), env=folder.env) as command:
            until(lambda: served.stats().get("products", 0) >= 8)
            command.kill()
        asked = served.stats()["products"]
        folder.run("--only", "products", "--slice-pages", "1")
        assert served.stats()["products"] - asked <= 5
        assert (folder.stores("products"), folder.rows()) == ([1], truth(served, "products"))


@pytest.mark.long
def test_a_store_that_was_complete_at_a_kill_is_not_todays(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products")
    record = folder.path / "products" / "1" / "_sync.json"
    record.write_text(record.read_text().replace('"complete"', "null"))
    served.night()
    folder.run()
    assert (folder.stores("products"), folder.rows()) == ([1, 2], truth(served, "products"))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"])
@pytest.mark.long
def test_a_signal_ends_a_run_that_the_next_one_continues(
    tmp_path: pathlib.Path, number: signal.Signals, code: int
) -> None:
    with sync_support.lists("--latency-ms", "60", "--items", "50") as served, contextlib.ExitStack() as stack:
        folder = Folder(tmp_path, served.url)
        words = [*TAKES_SIGNALS, *folder.words("--only", "products,brands")]
        command = stack.enter_context(subprocess.Popen(words, env=folder.env, stderr=subprocess.PIPE))
        stack.callback(command.kill)
        until(lambda: served.stats().get("products", 0) >= 4)
        command.send_signal(number)
        _, errors = command.communicate(timeout=LIMIT_SECONDS)
        assert command.returncode == code, errors
        assert b"Traceback" not in errors
        asked = served.stats()["products"]
        folder.run()
        # The pages that had come are in the store.
        assert served.stats()["products"] - asked < 10
        assert folder.rows() == truth(served, "products", "brands")


@pytest.mark.long
def test_two_runs_at_once_are_refused(tmp_path: pathlib.Path) -> None:
    with sync_support.lists("--latency-ms", "200", "--items", "60") as served:
        folder = Folder(tmp_path, served.url)
        with subprocess.Popen(folder.words("--only", "products"), env=folder.env) as command:
            until(lambda: served.stats().get("products", 0))
            assert "another process or thread writes to it" in folder.run(code=2)[1]
            assert command.wait(LIMIT_SECONDS) == 0
