"""Runs random worlds of `swiftpager sync` one after the other, and counts what is wrong by kinds.

    Tests/python/sync/world_runs.py 617 620-640 [--kinds late,nulls|none] [--times]
"""

import argparse
import collections
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[2] / "bindings" / "python")]

import worlds  # noqa: E402


def main() -> int:
    """Reads the command line and runs the worlds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", nargs="+", help="a seed, or the first one and the last one: 1-20")
    parser.add_argument("--kinds", default=",".join(sorted(worlds.ALL)), help="what may be wrong, or none")
    parser.add_argument("--times", action="store_true", help="say how long each world takes")
    arguments = parser.parse_args()
    kinds = frozenset(arguments.kinds.split(",")) - {"none"}
    found: dict[str, list[int]] = collections.defaultdict(list)
    for words in arguments.seeds:
        first, _, last = words.partition("-")
        for seed in range(int(first), int(last or first) + 1):
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                try:
                    worlds.World(seed, kinds).run(pathlib.Path(folder))
                except Exception as error:
                    kind = getattr(error, "kind", type(error).__name__)
                    found[kind].append(seed)
                    print(f"{seed}: {error}", *error.__notes__, sep="\n    ", flush=True)
                    if not isinstance(error, worlds.Wrong):
                        import traceback
                        traceback.print_exception(error)
            if arguments.times:
                print(f"{seed}: {time.monotonic() - began:.2f} s", flush=True)
    for kind, seeds in sorted(found.items()):
        print(f"{kind}: {len(seeds)}: {seeds[:12]}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
