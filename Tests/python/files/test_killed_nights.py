"""Walks since a mark that are killed at random moments, while cursors expire and items change: each item once."""

import json
import random
import signal
import time

import pytest

from commands import start
from conftest import LIMIT_SECONDS, LONG, start_script
from marked_list import OUTPUTS, QUERY, SINCE, SIZE, Output, marked_list

ROUNDS, NIGHTS = (20, 12) if LONG else (1, 6)
WRITTEN = """
client = swiftpager.Client(os.environ["URL"], retry=False)
since = json.loads(os.environ["SINCE"])
pager = client.pager(os.environ["QUERY"], {"first": int(os.environ["SIZE"])}, since=since, errors="keep")
say("walking")
if os.environ["KIND"] == "parquet":
    pager.write_parquet(os.environ["TO"], rows=12)
else:
    pager.write_ndjson(os.environ["TO"], checkpoint_file=os.environ["SIDE"])
"""


def started(output, items):
    """A process that writes the output."""
    if not output.kind.startswith("command"):
        return start_script(
            "import json\n" + WRITTEN, URL=items.url, QUERY=QUERY, SINCE=json.dumps(SINCE), SIZE=str(SIZE),
            KIND=output.kind, TO=str(output.to), SIDE=str(output.side),
        )
    format = output.kind.removeprefix("command-")
    words = ["--checkpoint", str(output.side), "--since", json.dumps(SINCE), "--errors", "keep", "-v", f"first={SIZE}"]
    return start(items.url, *words, "--format", format, "-o", str(output.to), "--quiet", "--retry", "1", query=QUERY)


@pytest.mark.timeout(900 if LONG else 300)
@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("kind", [kind for kind in OUTPUTS if kind != "command-stdout"])
@pytest.mark.long
def test_killed_nights_bring_each_item_once(tmp_path, kind, seed):
    chance = random.Random(f"{seed} {kind}")
    with marked_list() as items:
        output = Output(kind, tmp_path, items)
        for _ in range(NIGHTS):
            items.fill(*chance.choices(range(300), k=chance.choice([0, 20, 150])))
            is_one_forbidden = len(items.times) > 1 and chance.random() < 0.3
            items.forbidden = {chance.choice(sorted(items.times))} if is_one_forbidden else set()
            items.epoch += chance.random() < 0.5
            until, delay = items.requests + chance.randint(1, 12), chance.uniform(0, 0.02)
            with started(output, items) as process:
                while items.requests < until and process.poll() is None:
                    time.sleep(0.0005)
                time.sleep(delay)
                process.send_signal(signal.SIGKILL)
                process.communicate(timeout=LIMIT_SECONDS)
        items.forbidden = set()
        # A walk that was cut off has the mark of its own begin: what has changed since then comes in the next one.
        assert (output.write(), output.write()) == ("", "")
        rows = output.rows()
        assert output.write() == ""
        assert output.rows() == rows
        assert None not in rows
        assert len(set(rows)) == len(rows)
        assert set(items.times.items()) <= set(rows)
        assert not [file for file in tmp_path.rglob("*") if file.name.endswith(".new")]
