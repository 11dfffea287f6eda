"""The format of the output: what `--format` says, or the extension of the file."""

from __future__ import annotations

import os

from ..endings import UsageError

FORMATS = ("ndjson", "json", "csv", "parquet", "arrow")
# The extensions that name a format.
EXTENSIONS = {
    ".ndjson": "ndjson", ".jsonl": "ndjson", ".json": "json", ".csv": "csv", ".parquet": "parquet", ".pq": "parquet",
    ".arrow": "arrow", ".arrows": "arrow",
}
# The extensions that name something else, which the command does not write.
_OTHERS = (".gz", ".bz2", ".xz", ".zst", ".zip", ".tsv", ".xlsx", ".feather", ".orc", ".avro")


def format_for(given: str | None, path: str | None) -> str:
    """The format to write: that of `--format`, else that of the file's extension, else NDJSON.

    Raises `UsageError` if the two contradict each other, or if the extension names what the command does not write.
    """
    extension = os.path.splitext(path or "")[1].lower()
    of_file = EXTENSIONS.get(extension)
    if given is not None:
        if of_file not in (None, given):
            raise UsageError(
                f"--format {given} and --output {path} contradict each other: {extension} is {of_file}. Leave out"
                " --format, or give the file another extension"
            )
        return given
    if path in FORMATS:
        raise UsageError(f"--output {path} names a file: for the format, write --format {path}")
    if extension in _OTHERS:
        raise UsageError(
            f"--output {path}: the command does not write {extension}. The extensions that it knows are"
            f" {', '.join(EXTENSIONS)}; --format FORMAT writes that format under any other name"
        )
    return of_file or "ndjson"
