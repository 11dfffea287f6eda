"""All items of a walk as one table or data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._limits import Limits
from .._optional import OptionalModule, imported
from ..exceptions import WITH_RESULT
from ._columns import Columns, Stream, written_columns

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ..pager import Pager
else:
    pandas, polars, pyarrow = OptionalModule("pandas"), OptionalModule("polars"), OptionalModule("pyarrow")


def to_pyarrow(pager: Pager, columns: Columns | None, limits: Limits) -> pyarrow.Table:
    """Loads all pages and returns their items as a table."""
    library = imported("pyarrow")
    stream = Stream(pager, written_columns(columns), limits, fits_all=True)
    with stream.translated():
        # Not `pyarrow.table`: that imports pandas if it is installed, which takes longer than many walks.
        table: pyarrow.Table = library.RecordBatchReader.from_stream(stream).read_all()
    stream.finish(table)
    return table


def to_pandas(pager: Pager, columns: Columns | None, limits: Limits) -> pandas.DataFrame:
    """Like `to_pyarrow`, as a data frame."""
    imported("pandas")
    try:
        return to_pyarrow(pager, columns, limits).to_pandas()
    except WITH_RESULT as error:
        error.result = error.result.to_pandas()
        raise


def to_polars(pager: Pager, columns: Columns | None, limits: Limits) -> polars.DataFrame:
    """Like `to_pyarrow`, without pyarrow."""
    library = imported("polars")
    stream = Stream(pager, written_columns(columns), limits, fits_all=True)
    with stream.translated():
        frame: polars.DataFrame = library.DataFrame(stream)
    stream.finish(frame)
    return frame
