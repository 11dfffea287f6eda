"""Live handles and callbacks of each kind: the scene in which tests call every function.

This module does not assert that a call succeeds, because a test may have released any handle at any moment.
"""

import collections
import json
from collections.abc import Callable
from typing import Any

import cffi

from conftest import LIBRARY_FOLDER, ROOT

CONTRACT = json.loads((ROOT / "include" / "swiftpager.abi.json").read_text())
FUNCTIONS: dict[str, dict[str, Any]] = {function["name"]: function for function in CONTRACT["functions"]}
KINDS = ["client", "pager", "subscription", "operation", "update", "page", "request", "authorization", "table"]
ENDPOINT = b"http://example.com/graphql"
QUERY = b"""query ($after: String) {
  items(after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } }
}"""
PLACES = b'{"pagination": {"connection": "/items", "items": "/edges"}, "cache_policy": "fetch_ignoring_cache_data"}'
PAGE = b'{"data": {"items": {"edges": [{"node": {"id": 1}}], "pageInfo": {"hasNextPage": true, "endCursor": "%d"}}}}'
# The text that a function gets, by the name of the parameter.
TEXTS = {
    "config_json": b"{}",
    "endpoint": ENDPOINT,
    "query": QUERY,
    "variables_json": b"{}",
    "options_json": b"{}",
    "request_json": b'{"query": "{ ping }"}',
    "key": b"Product:17",
    "fields_json": b'{"__typename": "Product", "id": "17"}',
    "kinds_json": b'["failure"]',
    "headers_json": b"[]",
    "message": b"the modem is off",
    "body": b"{}",
    "name": b"content-type",
    "columns_json": b'{"id": {"type": "int64"}}',
    "rows_json": b"[]",
}
# Parameters for which one function needs another text.
SPECIAL_TEXTS = {
    ("swiftpager_authorization_complete", "headers_json"): b"{}",
}
SPECIAL_HANDLES = {
    "swiftpager_operation_next": "pulled operation",
    "swiftpager_operation_next_items": "pulled operation",
    "swiftpager_operation_arrow": "pulled operation",
    "swiftpager_operation_arrow_wait": "streamed operation",
    "swiftpager_operation_arrow_finish": "streamed operation",
    # A list with hooks has no resume token, and no checkpoint.
    "swiftpager_pager_resume_token": "other pager",
    "swiftpager_pager_checkpoint": "other pager",
}
HEADERS = b'[["Content-Type", "application/json"]]'
NUMBERS = {"status": 200, "length": 2, "direction": 2}
# Without a time to wait, a callback may close its client.
SPECIAL_NUMBERS = {("swiftpager_client_close", "timeout_ms"): 1}

ffi = cffi.FFI()
ffi.cdef((ROOT / "include" / "swiftpager.ffi.h").read_text())
ffi.cdef("char *strdup(const char *);")
libc = ffi.dlopen(None)
native = ffi.dlopen(str(LIBRARY_FOLDER / "libswiftpager.so"))


def kind_of(parameter: dict[str, Any]) -> str | None:
    """The kind of handle of a parameter; None if it is not a handle."""
    name = parameter["type"].removeprefix("const ").removeprefix("swiftpager_")
    return name.removesuffix(" *") if name.endswith(" *") and name.removesuffix(" *") in KINDS else None


class Scene:
    """Two clients with the host's transport: one walks, and the requests of the other wait for its authorizer."""

    def __init__(self) -> None:
        self.handles: dict[str, Any] = {}
        # How often each `destroy` was called.
        self.destroys: collections.Counter[str] = collections.Counter()
        # A test's function that each callback calls with its own name.
        self.in_callback: Callable[[str], None] = lambda name: None
        self._kept: list[Any] = []
        self._requests: list[Any] = []
        self._questions: list[Any] = []
        # Structs of columns, which release themselves.
        self._columns: list[Any] = []
        # Places for handles of what the tested functions make.
        self._made: list[tuple[str, Any]] = []
        self._pages = 0
        self._open()

    # --- Arguments of functions ----------------------------------------------------------------------------------- #

    def arguments(self, function: dict[str, Any]) -> dict[str, Any]:
        """Arguments that fit the function, by parameter."""
        return {parameter["name"]: self._argument(function["name"], parameter) for parameter in function["parameters"]}

    def _argument(self, function: str, parameter: dict[str, Any]) -> Any:
        name, kind = parameter["name"], parameter["type"]
        if handle := kind_of(parameter):
            return self.handles[SPECIAL_HANDLES.get(function, handle)]
        if kind == "const char *":
            return self._keep(ffi.new("char[]", SPECIAL_TEXTS.get((function, name)) or TEXTS[name]))
        if kind == "swiftpager_destroy_cb":
            return self.destroy(function)
        if kind.endswith("_cb"):
            return self.callback(kind, name)
        if kind in ("const swiftpager_transport *", "const swiftpager_pager_hooks *", "void *"):
            return ffi.NULL
        number = SPECIAL_NUMBERS.get((function, name), NUMBERS.get(name, 0))
        made = self._keep(ffi.new(kind)) if kind.endswith("*") else number
        if kind.startswith("struct Arrow"):
            self._columns.append(made)
        if kind.startswith("swiftpager_") and kind.endswith("**"):
            self._made.append((kind.removeprefix("swiftpager_").removesuffix(" **"), made))
        return made

    def callback(self, kind: str, name: str, act: Callable[..., Any] = lambda *_: None) -> Any:
        """A callback that does its own work, and then calls the test's function with its name."""

        def called(*arguments: Any) -> Any:
            result = act(*arguments[1:])
            self.in_callback(name)
            return result

        return self._keep(ffi.callback(kind, called))

    def destroy(self, name: str) -> Any:
        """A separate `destroy`, whose calls are counted."""
        token = f"{name} {len(self.destroys)}"
        self.destroys[token] = 0

        def count() -> None:
            self.destroys[token] += 1

        return self.callback("swiftpager_destroy_cb", "destroy", count)

    def _keep(self, value: Any) -> Any:
        self._kept.append(value)
        return value

    # --- Functions of the host ------------------------------------------------------------------------------------ #

    def _transport(self, client: str) -> Any:
        kind = "void(*)(void *, swiftpager_request *)"
        return self._keep(ffi.new("swiftpager_transport *", {
            "struct_size": ffi.sizeof("swiftpager_transport"),
            "send": self.callback(kind, "send", self._requests.append),
            "cancel": self.callback(kind, "cancel"),
            "destroy": self.destroy(f"transport of {client}"),
        }))

    def _hooks(self) -> Any:
        def text(kind: str, name: str, text: Callable[[], bytes]) -> Any:
            def give(*arguments: Any) -> int:
                arguments[-1][0] = libc.strdup(text())
                return 0

            return self.callback(f"swiftpager_status (*)(void *, const char *, {kind}, char **)", name, give)

        info, request = b'{"can_load_next": true, "end_cursor": "%d"}', b'{"variables": {"after": "%d"}}'
        return self._keep(ffi.new("swiftpager_pager_hooks *", {
            "struct_size": ffi.sizeof("swiftpager_pager_hooks"),
            "extract_page_info": text("size_t, bool", "extract_page_info", lambda: info % self._pages),
            "resolve_page": text("swiftpager_kind", "resolve_page", lambda: request % self._pages),
            "transform": text("size_t", "transform", lambda: b"{}"),
            "destroy": self.destroy("hooks"),
        }))

    def _authorizer(self, client: str) -> None:
        authorize = self.callback(
            "swiftpager_authorize_cb", "authorize", lambda question, reason: self._questions.append(question))
        native.swiftpager_client_set_authorizer(
            self.handles[client], authorize, ffi.NULL, self.destroy(f"authorizer of {client}"), ffi.NULL)

    # --- The life of a scene -------------------------------------------------------------------------------------- #

    def _open(self) -> None:
        for client in ("client", "other client"):
            self._make(client, "swiftpager_client *", native.swiftpager_client_create,
                       ENDPOINT, b'{"cache": "memory", "retry": {"enabled": false}}', self._transport(client))
        self._authorizer("other client")
        for pager, client, hooks in (("pager", "client", self._hooks()), ("other pager", "other client", ffi.NULL)):
            self._make(pager, "swiftpager_pager *", native.swiftpager_pager_create,
                       self.handles[client], QUERY, PLACES, hooks)
        self.load("fetch")
        update = ffi.new("swiftpager_update **")
        native.swiftpager_pager_current(self.handles["pager"], update)
        self.handles |= {"update": update[0], "page": native.swiftpager_update_page(update[0], ffi.NULL)}
        subscription = ffi.new("swiftpager_subscription **")
        native.swiftpager_pager_subscribe(
            self.handles["pager"], ffi.NULL, ffi.NULL, self.destroy("pulled subscription"), subscription)
        self.handles["subscription"] = subscription[0]
        self._make("pulled operation", "swiftpager_operation *", native.swiftpager_pager_fetch,
                   self.handles["other pager"], b'{"pull": true}', ffi.NULL, ffi.NULL, self.destroy("pulled operation"))
        self._make("operation", "swiftpager_operation *", native.swiftpager_client_execute,
                   self.handles["client"], TEXTS["request_json"],
                   self.callback("swiftpager_completion_cb", "completion"), ffi.NULL, self.destroy("execute"))
        self._make("third pager", "swiftpager_pager *", native.swiftpager_pager_create,
                   self.handles["other client"], QUERY, PLACES, ffi.NULL)
        self._make("streamed operation", "swiftpager_operation *", native.swiftpager_pager_fetch,
                   self.handles["third pager"], b'{"pull": true}', ffi.NULL, ffi.NULL, ffi.NULL)
        self._columns.append(ffi.new("struct ArrowArrayStream *"))
        native.swiftpager_operation_arrow(
            self.handles["streamed operation"], ffi.NULL, False, self._columns[-1], ffi.NULL)
        self._make("table", "swiftpager_table *", native.swiftpager_table_create, ffi.NULL)
        self.dispatch()
        self.handles |= {"request": self._requests.pop(), "authorization": self._questions.pop()}
        assert all(self.handles[kind] for kind in KINDS), self.handles

    def _make(self, name: str, kind: str, make: Callable[..., int], *arguments: Any) -> None:
        out = ffi.new(f"{kind}*")
        make(*arguments, out, ffi.NULL)
        self.handles[name] = out[0]

    def play(self) -> None:
        """Makes the library call every kind of callback."""
        client, pager = self.handles["client"], self.handles["pager"]
        native.swiftpager_client_observe(
            client, ffi.NULL, self.callback("swiftpager_event_cb", "event"), ffi.NULL, self.destroy("observer"),
            ffi.NULL)
        self._authorizer("client")
        native.swiftpager_pager_subscribe(
            pager, self.callback("swiftpager_update_cb", "update"), ffi.NULL, self.destroy("subscription"), ffi.NULL)
        self.load("load_next")
        self.load("fetch", is_cancelled=True)

    def let_all_wait(self) -> None:
        """Has callbacks of the main client wait: an event, an update, a completion and what destroys them."""
        client, pager = self.handles["client"], self.handles["pager"]
        native.swiftpager_client_observe(
            client, ffi.NULL, self.callback("swiftpager_event_cb", "event"), ffi.NULL,
            self.destroy("waiting observer"), ffi.NULL)
        native.swiftpager_pager_subscribe(
            pager, self.callback("swiftpager_update_cb", "update"), ffi.NULL, self.destroy("waiting"), ffi.NULL)
        native.swiftpager_pager_load_next(
            pager, ffi.NULL, self.callback("swiftpager_completion_cb", "completion"), ffi.NULL,
            self.destroy("waiting load"), ffi.NULL, ffi.NULL)

    def load(self, name: str, *, is_cancelled: bool = False) -> None:
        """Loads a page to its end, or until its request is sent."""
        load = getattr(native, f"swiftpager_pager_{name}")
        self._make("load", "swiftpager_operation *", load, self.handles["pager"], ffi.NULL,
                   self.callback("swiftpager_completion_cb", "completion"), ffi.NULL, self.destroy(name))
        self.dispatch()
        if is_cancelled:
            native.swiftpager_operation_close(self.handles["load"])
            self.dispatch()
        self._answer()
        native.swiftpager_operation_release(self.handles["load"])

    def _answer(self) -> None:
        while self._requests or self._questions:
            for question in self._take(self._questions):
                native.swiftpager_authorization_complete(question, b"{}")
            for request in self._take(self._requests):
                self._pages += 1
                page = PAGE % self._pages
                native.swiftpager_request_complete(request, 200, HEADERS, page, len(page))
            self.dispatch()

    def _take(self, waiting: list[Any]) -> list[Any]:
        taken = list(waiting)
        waiting.clear()
        return taken

    def dispatch(self) -> None:
        """Runs the waiting callbacks of both clients."""
        count = ffi.new("uint32_t *")
        for client in ("client", "other client"):
            while native.swiftpager_client_dispatch(self.handles[client], 0, 0, count) == 0 and count[0] > 0:
                pass

    def close(self) -> None:
        """Releases all remaining handles, and answers open requests."""
        self.dispatch()
        for columns in self._columns:
            if columns.release != ffi.NULL:
                columns.release(columns)
        for kind, place in self._made:
            getattr(native, f"swiftpager_{kind}_release")(place[0])
        operations = ("operation", "pulled operation", "streamed operation")
        for name in ("update", "subscription", *operations, "pager", "other pager", "third pager", "table"):
            getattr(native, f"swiftpager_{name.split()[-1]}_release")(self.handles[name])
        for client in ("client", "other client"):
            native.swiftpager_client_release(self.handles[client])
        native.swiftpager_request_fail(self.handles["request"], ffi.NULL)
        native.swiftpager_authorization_fail(self.handles["authorization"], ffi.NULL)
        for request in self._requests:
            native.swiftpager_request_fail(request, ffi.NULL)
        for question in self._questions:
            native.swiftpager_authorization_fail(question, ffi.NULL)
