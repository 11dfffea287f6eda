"""A batch of rows as columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from .._optional import OptionalModule, imported
from .._wording import counted
from ._structs import ArrowArray, ArrowSchema, capsule

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
else:
    pandas, polars, pyarrow = OptionalModule("pandas"), OptionalModule("polars"), OptionalModule("pyarrow")


class Batch:
    """Rows as columns: a record batch of Apache Arrow.

    Any consumer of Arrow data takes it: `polars.DataFrame(batch)`, `pyarrow.table(batch)`. With pyarrow, a batch has
    the attributes of `pyarrow.RecordBatch`, too: `batch.column("id")`, `batch.to_pylist()`. A function that insists on
    pyarrow's own class takes `batch.to_pyarrow()`.
    """

    _batch: pyarrow.RecordBatch | None = None

    def __init__(self, schema: ArrowSchema, array: ArrowArray) -> None:
        self._schema = schema
        self._array = array
        self._row_count: int = array.length
        self._on_finish: Callable[[], None] | None = None

    @classmethod
    def _of(cls, batch: pyarrow.RecordBatch, on_finish: Callable[[], None] | None = None) -> Self:
        """A batch that pyarrow has taken."""
        made = cls.__new__(cls)
        made._batch, made._row_count, made._on_finish = batch, batch.num_rows, on_finish
        return made

    def finish(self) -> None:
        """Says that you have finished with the batch before you take the next one.

        `Pager.resume_token` then covers the batch. A second call does nothing, and neither does the call
        for a batch that came from a `Table`.
        """
        on_finish, self._on_finish = self._on_finish, None
        if on_finish is not None:
            on_finish()

    @property
    def num_rows(self) -> int:
        """The number of rows."""
        return self._row_count

    def to_pyarrow(self) -> pyarrow.RecordBatch:
        """The batch as a pyarrow object. Needs pyarrow."""
        if self._batch is None:
            self._batch = imported("pyarrow").record_batch(_Native(self._schema, self._array))
        return self._batch

    def to_pandas(self) -> pandas.DataFrame:
        """The batch as a pandas DataFrame. Needs pandas and pyarrow."""
        return self.to_pyarrow().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The batch as a polars DataFrame. Needs polars, but not pyarrow."""
        frame: polars.DataFrame = imported("polars").DataFrame(self)
        return frame

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The batch for a consumer of Arrow data. Without pyarrow, one consumer can take it."""
        if self._batch is None and not self._array.release:
            raise ValueError("the batch was taken already: with pyarrow, call to_pyarrow() before the first consumer")
        taken: tuple[object, object] = (self._batch or _Native(self._schema, self._array)).__arrow_c_array__(
            requested_schema
        )
        return taken

    def __arrow_c_schema__(self) -> object:
        """The types of the columns for a consumer of Arrow data. Needs pyarrow."""
        return self.to_pyarrow().schema.__arrow_c_schema__()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.to_pyarrow(), name)

    def __getitem__(self, key: Any) -> Any:
        return self.to_pyarrow()[key]

    def __len__(self) -> int:
        return self._row_count

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Batch):
            other = other.to_pyarrow()
        return bool(self.to_pyarrow() == other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<swiftpager.Batch {counted(self._row_count, 'row')}>"

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[pyarrow.RecordBatch]]:
        return Batch._of, (self.to_pyarrow(),)


class _Native:
    """The structs of a batch, for one consumer."""

    def __init__(self, schema: ArrowSchema, array: ArrowArray) -> None:
        self._schema = schema
        self._array = array

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The batch as the library made it; this ignores the requested schema."""
        return capsule(self._schema.moved()), capsule(self._array.moved())
