"""The client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ctypes import byref, c_uint32
from types import TracebackType
from typing import Any, Literal, Self, Unpack

from ._client import BaseClient
from ._configuration import NOT_GIVEN, NotGiven
from ._decoding import decode
from ._documents import Query
from ._native.calls import call
from ._native.library import native
from ._native.raising import check
from ._native.waiting import slices
from ._typed import GivenType
from .exceptions import GraphQLError
from .options import PagerOptions, pager_arguments, with_options
from .pager import Pager
from .schema import List, Schema
from .schema.opened import listed
from .shapes import CachePolicy

# The largest `limit` of `dispatch`: 32 bits.
LARGEST_LIMIT = 0xFFFF_FFFF


class Client(BaseClient[Pager]):
    """A GraphQL endpoint; it connects for the first request.

        with swiftpager.Client("https://example.com/graphql", headers={"Authorization": "Bearer …"}) as client:
            for product in client.pager(QUERY).items():
                print(product["name"])

    Callbacks run only inside `dispatch()` and inside the methods that wait, on the thread that calls them. You may call
    every method on every thread. Close the client when you no longer need it, or use it as a context manager.
    """

    _woken = False

    @with_options(PagerOptions)
    def pager(
        self,
        query: Query,
        variables: Mapping[str, Any] | None = None,
        *,
        type: type[GivenType] | None = None,
        **options: Unpack[PagerOptions],
    ) -> Pager[GivenType]:
        """Makes a pager for a query; this sends nothing yet.

            pager = client.pager(
                "query ($after: String) { products(first: 100, after: $after) {"
                " nodes { id name } pageInfo { hasNextPage endCursor } } }"
            )

        `query` is a text, or an object that graphql-core or gql has parsed: a `DocumentNode` or a `GraphQLRequest`. The
        variables and operation name of a `GraphQLRequest` count if you do not give these arguments.

        `type` is the type of the items, for all that has items: `items()`, `Page.items`, the pages of updates. The
        result is then a `Pager[Product]` for a `type=Product`. See `Pager.items` for the types that it may be. Without
        it, items are what JSON has.

        You can leave out `pagination` if the document shows it. Then the list is the one field with
        `pageInfo { hasNextPage endCursor }` and an argument `after: $variable`, or with their backward counterparts, or
        with all of them. `next_query` is another query, for all pages after the first. `pagination` may have
        `identity`, by which the pager leaves out items that an earlier page had, and for an offset list `concurrency`,
        the number of pages to request at once. For a keyset list it has `key`, the place of an item's key, and `after`,
        the variable that takes the key of the last item.

        `retain` says which pages the pager keeps: "all", "last" or "none". By default, loads keep all pages and walks
        keep none. `emit` says whether `load_all` makes an update for each page, or one at its end; default "each".
        `max_pages` and `max_items` end every `load_all` and every walk with `PageLimit`, after the page that reaches
        them.

        `cache_policy` applies to all loads except `refetch`, and replaces their defaults: "return_cache_data_and_fetch"
        for `fetch`, `load_next` and `load_previous`, "fetch_ignoring_cache_data" for `load_all` and walks.

        `errors` says what a walk does if pages have errors beside their data. "report", the default: the walk reaches
        the end of the list and then raises `PartialData`, with the number of errors and the first one. "keep": the walk
        ends well. "fail": such a page ends its load with `GraphQLError`, and the pager keeps the page. In each case,
        `state["errors"]` counts the errors, and the log has one warning per walk.

        `since` reads only the items that are new or changed, and checks that the list is sorted as `order` says: see
        `swiftpager.Since`. `checkpoint` is the text that `Pager.checkpoint` returned in the last run, or the
        object in it. With it the walk begins at the mark of that run, or continues where it was cut off. A token of
        `Pager.resume_token` is a checkpoint without a mark: the list continues after the pages that were finished then.

        `strict` ends the walk over a complete list with an exception after its last page if something speaks against
        it, as `Pager.state["doubts"]` says: `FewerThanTotal` for a total that the library found, otherwise `InDoubt`.

        `nested` says what to do with lists inside the items that are incomplete by their own page info. "report", the
        default: `Page.nested` names them, and the log gets one warning a walk. "error": the load ends with
        `NestedIncomplete` after the page. "drain": the pager first fetches the rest and inserts it.
        `swiftpager.Nested` has more settings.

        Instead of a `Pagination`, `Since` or `Nested` you can give a dict with the same keys.

        Three hooks can read the pages; they run where callbacks run. `extract_page_info(page, is_initial)` finds the
        page info in a response. `resolve_page(page_info, direction)` makes the request for the next or previous page.
        The result of `transform(page)` becomes the page's `model`. An exception in a hook ends the load with
        `HookError`.

        `operation_name` chooses one of several operations in the document. See `swiftpager.PagerOptions` for the types.

        Raises `ConfigurationError`, with the position in the query if the mistake is in the query.
        """
        return self._pager(query, variables, type, options)

    def execute(
        self,
        query: Query,
        variables: Mapping[str, Any] | None = None,
        *,
        operation_name: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        cache_policy: CachePolicy | None = None,
        optimistic: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Any:
        """Sends one query or mutation, waits for the response and returns it, with its "data" and "errors".

            response = client.execute("query ($id: ID!) { product(id: $id) { name } }", {"id": "17"})
            print(response["data"]["product"]["name"])

        The request sends `headers` in addition to the client's, and `timeout` replaces the client's. If the client has
        a cache, it stores the response, and pages that show what the response changes get an update. `optimistic` has
        the fields that you expect the request to change, by the keys of their records: pages show them until the
        request is answered or fails.

        Raises `GraphQLError` for a response with errors and no data, and the failures of the network and the server.
        Ctrl-C aborts the request.
        """
        return decode(
            self._response(
                query,
                variables,
                operation_name=operation_name,
                headers=headers,
                timeout=timeout,
                cache_policy=cache_policy,
                optimistic=optimistic,
            )
        )

    def _response(self, query: Query, variables: Mapping[str, Any] | None, **options: Any) -> bytes:
        """The response to a query or mutation, as the server sent it; see `execute`."""
        execution = self._execution(query, variables, **options)
        try:
            for milliseconds in slices(None):
                if execution.next(milliseconds):
                    break
            return execution.answer()
        finally:
            # After Ctrl-C or a callback's exception, the caller no longer waits.
            execution.end()

    def schema(self, *, refresh: bool = False) -> Schema:
        """The schema of the endpoint, with its lists.

            for found in client.schema().lists():
                print(found.name, found.kind, found.item)

        The first call asks the server by introspection; the answer stays in a file for a day, below
        `$XDG_CACHE_HOME/swiftpager`. `refresh` asks again. Needs graphql-core: `pip install swiftpager[schema]`.

        Raises what `execute` raises, with a note where a server refuses introspection, and
        `swiftpager.schema.SchemaError` for an answer that is not a whole schema.
        """
        if self._schema is None or refresh:
            from .schema.keeping import schema_of

            self._schema = schema_of(self, refresh=refresh)
        return self._schema

    def lists(self) -> Sequence[List]:
        """The lists that the server's schema has, sorted by name: see `schema`."""
        return self.schema().lists()

    def list(
        self,
        name: str,
        *,
        fields: Sequence[str] | str | None = None,
        arguments: Mapping[str, Any] | None = None,
        page_size: int | None = None,
        since: str = "off",
        lag: float | None = None,
        scalars: Mapping[str, Any] | None = None,
        total: Literal["auto", "off"] = "auto",
        keep_refused: bool = False,
        type: type[GivenType] | None = None,
        **options: Any,
    ) -> Pager[GivenType]:
        """A pager of a list, without a query: the server's schema says how to ask.

            pager = client.list("repository.issues", arguments={"owner": "apple", "name": "swift"})
            table = pager.to_arrow(pager.plan.columns)

        `fields`, `arguments`, `page_size`, `since` and `scalars` are those of `swiftpager.schema.Schema.plan`, `type`
        and `options` those of `pager`. `pager.plan` has the query, and the columns with their types.

        With since="auto", the next run reads the items again that are less than `lag` seconds below the mark, for what
        the server commits late. Without a `lag` these are 300 seconds, or less if more than 10,000 items lie within.

        The call asks for one item. If the server refuses some of its fields, the log names them, and the pager leaves
        them out; with `keep_refused` it asks for them. A list that takes no size is not tried.

        If the schema shows a total of the list, a walk with fewer items raises `FewerThanTotal`. Write `total="off"` if
        it counts something else. A list that is not tried is read without its total.

        Raises `swiftpager.schema.SchemaError` for a list, a field or an argument that the schema does not have, and
        `swiftpager.schema.UnreadMark` if the item shows that the list cannot be read since a mark.
        """
        given = {
            "fields": fields, "arguments": arguments, "page_size": page_size, "since": since, "scalars": scalars,
        }
        plan = listed(self.schema(), name, total, given)
        if plan.size is not None:
            from .schema.renewing import is_outdated
            from .schema.trial import tried

            try:
                plan = tried(self, plan, keep_refused=keep_refused)
            except GraphQLError as error:
                if not is_outdated(self.schema(), error):
                    raise
                plan = listed(self.schema(refresh=True), name, total, given)
                plan = tried(self, plan, keep_refused=keep_refused)
        return self._planned(plan, {"type": type, **options}, lag)

    def dispatch(self, timeout: float | None = 0.0, limit: int = 0) -> int:
        """Runs the waiting callbacks, at most `limit` (0: all), and returns how many ran.

            pager.subscribe(lambda update: print(update.page_count, "pages"))
            operation = pager.start_load_all()
            while not operation.done:
                client.dispatch(timeout=0.1)

        If there are none, it waits up to `timeout` seconds for one (None: no limit). It returns 0 if the time ran out
        or a thread called `wake()`. Raises a callback's exception, and `ClosedError` once the client is closed.
        """
        if not isinstance(limit, int) or isinstance(limit, bool):
            raise TypeError(f"limit must be a whole number from 0 to {LARGEST_LIMIT}, not {limit!r}")
        if not 0 <= limit <= LARGEST_LIMIT:
            raise ValueError(f"limit must be a whole number from 0 to {LARGEST_LIMIT}, not {limit!r}")
        count = c_uint32()
        for slice_milliseconds in slices(timeout):
            waiting = 0 if self._woken else slice_milliseconds
            check(call(native.swiftpager_client_dispatch, self._handle.key, waiting, limit, byref(count)))
            if count.value:
                break
            if self._woken:
                self._woken = False
                break
        return count.value

    def wake(self) -> None:
        """Makes a `dispatch` that waits on another thread return; if none waits, the next one returns at once."""
        self._woken = True
        check(native.swiftpager_client_wake(self._handle.key))

    def close(self) -> None:
        """Ends all work: aborts the requests, and calls the completions that still wait, with `Cancelled`.

        Pages and updates stay readable. A second call does nothing, and neither does a call in a forked child.
        """
        self._handle.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _pager(
        self, query: Query, variables: Mapping[str, Any] | None, kind: Any, options: Mapping[str, Any]
    ) -> Pager:
        return Pager(self, *pager_arguments("Client", query, variables, options), self._default, kind)
