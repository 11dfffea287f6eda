"""What a pager has to be told of a list, beside the document: the library itself decides what it finds in it."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from ...client import Client
from ...exceptions import ConfigurationError
from ..errors import DocumentError
from ..model import Field, ListOf, Operation, Paging, ValueType, VariablePlace, Way

# Nothing is sent there.
_NOWHERE = "http://127.0.0.1:9/"
_INFO = ("has_more", "total", "page_count")


class Paginations:
    """Asks the library for the lists of queries. To be used as a context manager."""

    def __init__(self) -> None:
        self._client = Client(_NOWHERE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._client.close()

    def of(self, operation: Operation) -> dict[str, Any] | None:
        """The pagination of a query; None if its document shows the list to the library.

        Raises `DocumentError` for a list that the library cannot read.
        """
        paging = operation.paging
        assert paging is not None
        connection = _pointer(paging.list)
        # The library refuses a query whose variables lack values; which they are shows only in a request.
        needed = {one.name: _some(one.type) for one in operation.variables if not one.type.is_nullable}
        refused = ""
        for pagination in (None, {"connection": connection}, _written(paging)):
            try:
                pager = self._client.pager(operation.document, needed, pagination=pagination)  # type: ignore[arg-type]
            except ConfigurationError as error:
                refused = str(error)
                continue
            found = pager.state["list"]["connection"]
            pager.close()
            if found == connection:
                return pagination
        raise DocumentError(f"{operation.place}: {refused or 'the library finds another list'}")


def _written(paging: Paging) -> dict[str, Any]:
    """All that the query shows of its list, as a pagination."""
    found: dict[str, Any] = {"connection": _pointer(paging.list)}
    places = {role: _place(place) for role, place in paging.variables.items()}
    if paging.kind == "cursor":
        return found | places
    told = {role: _pointer(way) for role, way in paging.info.items() if role in _INFO}
    if paging.kind == "offset":
        told.pop("page_count", None)
    if "size" in places:
        places["limit"] = places.pop("size")
    return found | {"type": "offset", "items": _pointer(paging.items)} | places | told


def _some(kind: ValueType) -> Any:
    """A value of a type that is not null."""
    if isinstance(kind, ListOf):
        return []
    return {"Int": 1, "Float": 1.0, "Boolean": True}.get(kind.name, {} if kind.kind == "input" else "1")


def _place(place: VariablePlace) -> str:
    return "/".join(["", place.variable, *place.members]) if place.members else place.variable


def _pointer(way: Way) -> str:
    return "".join(f"/{step.key}" for step in way if isinstance(step, Field))
