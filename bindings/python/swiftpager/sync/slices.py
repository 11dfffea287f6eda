"""The slices of a store that readers see, each of which is there and whole."""

from __future__ import annotations

import functools
import os
import pathlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._optional import imported
from .._printable import printable
from ..fleet import Store, _listing
from ..fleet._footer import Footer

if TYPE_CHECKING:
    from .stores import Record

# A Parquet file begins and ends with these bytes. Before the last ones is the length of its footer, in four bytes.
_MAGIC, _LENGTH = b"PAR1", 4


def seen(folder: pathlib.Path, record: Record) -> list[str]:
    """The paths of the slices that readers see, in order.

    Raises ValueError, which names the file and says what to do, if one is missing or damaged.
    """
    store = Store(folder)
    names = list(store._folder.names())
    slices: dict[str, dict[int, str]] = {}
    for name in names:
        if (found := _listing.slice_of(name)) is not None:
            slices.setdefault(found[0], {})[found[1]] = store._folder.path(name)
    listing = _listing.of(store, names).walks
    for walk, number in (record.clean or {}).items():
        if number > (listed := listing.get(walk, _listing.Listed())).newest:
            raise _missing(store._folder.path(listed.slice(walk, number)))
    paths = sorted(
        path for walk, listed in listing.items()
        if listed.newest and walk not in record.left_out
        for path in _seen_of(walk, listed, slices[walk], record.clean or {}, store)
    )
    for path in paths:
        check(path)
    if record.slices is not None and len(paths) < record.slices:
        raise ValueError(
            f"{folder} has {len(paths):,} slices, and {record.slices:,} made up the list: put the others back; without"
            " them, the next run reads the list anew"
        )
    return paths


def _seen_of(
    walk: str, listed: _listing.Listed, slices: Mapping[int, str], clean: Mapping[str, int], store: Store
) -> list[str]:
    """The slices of one walk that readers see: those that counted when it ended without errors beside the data."""
    last = min(clean.get(walk, listed.newest), listed.newest)
    if last == 0:
        return []
    is_whole = last == listed.newest == listed.count
    if is_whole and not listed.is_noted_anew:
        return list(slices.values())
    footer = _footer(slices.get(last), store._folder.path(listed.slice(walk, last)))
    if gone := _listing.gone_of(footer, slices.keys()):
        raise _missing(store._folder.path(listed.slice(walk, gone[0])))
    return [path for number, path in slices.items() if number <= last and footer.counts(number)]


def _footer(path: str | None, expected: str) -> Footer:
    if path is None:
        raise _missing(expected)
    check(path)
    return Footer.read(open(path, "rb"), path)


def _missing(path: str) -> ValueError:
    return ValueError(f"{path} is missing: put it back; without it, the next run reads the list anew")


def check(path: str) -> None:
    """Raises ValueError, which says what to do, for a file that is not there, or is not a whole Parquet file."""
    try:
        about = os.stat(path)
        defect = _defect(path, about.st_size, about.st_mtime_ns)
    except FileNotFoundError:
        raise _missing(path) from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read ({error.strerror}): fix that, and run the command again") from error
    if defect is not None:
        raise ValueError(
            f"{path} is damaged ({defect}): put a copy back, or remove it, and the next run reads the list anew"
        )


@functools.lru_cache(maxsize=65_536)
def _defect(path: str, size: int, changed: int) -> str | None:
    """What is wrong with a file, as far as its length, its beginning and its footer show; None if nothing is.

    `changed` is when: a run looks at a file again only if it has changed. Raises OSError.
    """
    library = imported("pyarrow")
    with open(path, "rb") as file:
        head = file.read(len(_MAGIC))
        file.seek(max(0, size - len(_MAGIC) - _LENGTH))
        tail = file.read()
        if head != _MAGIC or tail[_LENGTH:] != _MAGIC:
            return f"its {size:,} bytes do not begin and end as those of a Parquet file"
        begin = size - len(tail) - int.from_bytes(tail[:_LENGTH], "little")
        try:
            end = _end_of_rows(imported("pyarrow.parquet").read_metadata(file))
        except (library.ArrowException, ValueError, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            return f"its footer cannot be read: {printable(str(error))}"
    # A writer may put an index between the rows and the footer.
    return None if end <= begin else f"it has {size:,} bytes, and its footer says {end + size - begin:,} or more"


def _end_of_rows(metadata: Any) -> int:
    """Where the last column of a slice ends, behind which its footer stands."""
    if metadata.num_row_groups == 0:
        return len(_MAGIC)
    column = metadata.row_group(metadata.num_row_groups - 1).column(metadata.num_columns - 1)
    # A column without rows has no pages of values, and no place then.
    starts = [start for start in (column.data_page_offset, column.dictionary_page_offset) if start]
    return int(min(starts) + column.total_compressed_size) if starts else len(_MAGIC)
