"""The client for an event loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ctypes import byref, c_uint32
from functools import cached_property
from types import TracebackType
from typing import Any, Literal, Self, Unpack

from .._client import BaseClient
from .._configuration import NOT_GIVEN, NotGiven
from .._decoding import decode
from .._documents import Query
from .._native.calls import call
from .._native.library import native
from .._typed import GivenType
from ..exceptions import GraphQLError
from ..options import PagerOptions, pager_arguments, with_options
from ..schema import INTROSPECTION_QUERY, List, Plan, Schema
from ..schema.opened import listed
from ..shapes import CachePolicy
from . import pager as pagers
from ._loops import Loop
from ._turns import Turns


class AsyncClient(BaseClient["pagers.AsyncPager"]):
    """A GraphQL endpoint for coroutines of asyncio (also with uvloop) or trio; it connects for the first request.

        async with swiftpager.AsyncClient("https://example.com/graphql") as client:
            async for product in client.pager(QUERY).items():
                print(product["name"])

    It takes the arguments of `Client`. Callbacks, hooks and transports run in the event loop. The event loop never
    waits for the network: it watches one descriptor, and reads what has come. Several event loops may use the client;
    callbacks run in any of them. Close it when you no longer need it, or use it in an `async with`.
    """

    @with_options(PagerOptions)
    def pager(
        self,
        query: Query,
        variables: Mapping[str, Any] | None = None,
        *,
        type: type[GivenType] | None = None,
        **options: Unpack[PagerOptions],
    ) -> pagers.AsyncPager[GivenType]:
        """Makes a pager for a query; this sends nothing yet: see `Client.pager`."""
        return self._pager(query, variables, type, options)

    @cached_property
    def _turns(self) -> Turns:
        return Turns(self._handle, self.fileno, self._run_callbacks)

    async def execute(
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
        """Sends one query or mutation and returns the response, with its "data" and "errors": see `Client.execute`.

            async with swiftpager.AsyncClient("https://example.com/graphql") as client:
                response = await client.execute("{ product(id: 17) { name } }")

        Cancelling the task aborts the request.
        """
        return decode(
            await self._response(
                query,
                variables,
                operation_name=operation_name,
                headers=headers,
                timeout=timeout,
                cache_policy=cache_policy,
                optimistic=optimistic,
            )
        )

    async def _response(self, query: Query, variables: Mapping[str, Any] | None, **options: Any) -> bytes:
        """The response to a query or mutation, as the server sent it; see `execute`."""
        loop = self._loop()
        execution = self._execution(query, variables, **options)
        try:
            while not execution.next(0):
                await loop.readable(execution.fileno())
            return execution.answer()
        finally:
            execution.end()

    async def schema(self, *, refresh: bool = False) -> Schema:
        """The schema of the endpoint: see `Client.schema`."""
        if self._schema is None or refresh:
            from ..schema.keeping import KeptSchema, explained

            kept = KeptSchema(self)
            found = None if refresh else kept.read()
            if found is None:
                with explained():
                    found = kept.write(await self.execute(INTROSPECTION_QUERY))
            self._schema = found
        return self._schema

    async def lists(self) -> Sequence[List]:
        """The lists that the server's schema has, sorted by name."""
        return (await self.schema()).lists()

    async def list(
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
    ) -> pagers.AsyncPager[GivenType]:
        """A pager of a list, without a query: see `Client.list`.

            pager = await client.list("products", fields=["id", "name"])
            async for product in pager.items():
                print(product["name"])
        """
        given = {
            "fields": fields, "arguments": arguments, "page_size": page_size, "since": since, "scalars": scalars,
        }
        plan = listed(await self.schema(), name, total, given)
        if plan.size is not None:
            from ..schema.renewing import is_outdated

            try:
                plan = await self._tried(plan, keep_refused=keep_refused)
            except GraphQLError as error:
                if not is_outdated(await self.schema(), error):
                    raise
                plan = listed(await self.schema(refresh=True), name, total, given)
                plan = await self._tried(plan, keep_refused=keep_refused)
        return self._planned(plan, {"type": type, **options}, lag)

    async def _tried(self, plan: Plan, *, keep_refused: bool) -> Plan:
        """As `swiftpager.schema.trial.tried` does."""
        from ..schema.trial import Trial

        trial = Trial(plan, keep_refused=keep_refused, strict_columns=False, hide=self._secrets.hide)
        while trial.is_open:
            with trial.answering():
                trial.take(await self.execute(trial.plan.query, trial.variables))
        trial.report()
        return trial.plan

    def _loop(self) -> Loop:
        """The running event loop, which runs the client's callbacks from now on."""
        return self._turns.loop()

    def _run_callbacks(self) -> None:
        call(native.swiftpager_client_dispatch, self._handle.key, 0, 0, byref(c_uint32()))

    def _forked(self) -> None:
        self._turns.forked()

    async def aclose(self) -> None:
        """Ends all work: aborts the requests, and tasks that await them get `Cancelled`.

        Pages and updates stay readable. A second call does nothing.
        """
        if self._handle.is_released:
            return
        self._turns.end()
        # This runs the callbacks that still wait.
        self._handle.release()
        self._turns.tell_all()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    def _pager(
        self, query: Query, variables: Mapping[str, Any] | None, kind: Any, options: Mapping[str, Any]
    ) -> pagers.AsyncPager:
        parts = pager_arguments("AsyncClient", query, variables, options)
        return pagers.AsyncPager(self, *parts, self._default, kind)
