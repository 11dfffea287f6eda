"""Which path does what: the decorators by which the troubles register themselves."""

import dataclasses
from collections.abc import Awaitable, Callable

from .exchange import Exchange
from .pages import PLAIN_CURSOR

Handler = Callable[[Exchange], Awaitable[None]]


@dataclasses.dataclass(frozen=True)
class Path:
    """`bad_page` is the page on which `handler` answers when the query does not say; None means every page."""

    handler: Handler
    bad_page: int | None
    cursor_prefix: str = PLAIN_CURSOR
    # The path itself decides what the option `ms` means, instead of it being the latency of every page.
    keeps_time: bool = False

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").partition("\n")[0]


PATHS: dict[str, Path] = {}


def on_bad_page(path: str, bad_page: int = 3, *, keeps_time: bool = False) -> Callable[[Handler], Handler]:
    """Registers a handler for one bad page; the other pages of the path are good."""

    def register(handler: Handler) -> Handler:
        PATHS[path] = Path(handler, bad_page, keeps_time=keeps_time)
        return handler

    return register


def on_every_page(path: str, cursor_prefix: str = PLAIN_CURSOR) -> Callable[[Handler], Handler]:
    """Registers a handler for all pages of the path."""

    def register(handler: Handler) -> Handler:
        PATHS[path] = Path(handler, None, cursor_prefix)
        return handler

    return register
