"""Requests without an answer, or with one that is a failure."""

from __future__ import annotations

from typing import Any

from .._native.statuses import Status, may_pass
from .base import SwiftPagerError


class NetworkError(SwiftPagerError, band=range(40, 60), statuses={Status.NETWORK: "the network failed"}):
    """The network or the server failed."""

    @property
    def retryable(self) -> bool:
        return True


class RequestTimeout(NetworkError, TimeoutError):
    """There was no connection, or no complete answer, within the client's time limit."""


class HTTPError(SwiftPagerError, statuses={Status.HTTP: "the server answered with an HTTP status other than success"}):
    """An HTTP status other than success, without a GraphQL response."""

    @property
    def http_status(self) -> int:
        """The server's status, like 404."""
        return int(self.details.get("http_status", 0))

    @property
    def errors(self) -> list[Any]:
        """The GraphQL errors in the response; empty if there are none."""
        return self.details.get("errors") or []

    @property
    def retryable(self) -> bool:
        return may_pass(self.http_status) or self.retry_after is not None


class AuthenticationError(HTTPError):
    """The server refuses access: 401, or a 403 that is not a rate limit."""

    @property
    def retryable(self) -> bool:
        return False


class ServerError(HTTPError, NetworkError):
    """The server, or a gateway before it, failed: an HTTP status of 500 or higher."""


class RateLimited(NetworkError, statuses={Status.RATE_LIMITED: "the server limits the rate of requests"}):
    """The server limits the rate of requests, for longer than the client may wait."""

    @property
    def errors(self) -> list[Any]:
        """The server's GraphQL errors; empty if it sent none."""
        return list(self.details.get("errors", ()))


class BadResponseError(NetworkError, statuses={Status.BAD_RESPONSE: "the body is not a GraphQL response"}):
    """The body is not a GraphQL response, or lacks the requested list."""

    @property
    def retryable(self) -> bool:
        return False


class CacheMiss(
    SwiftPagerError,
    statuses={Status.CACHE_MISS: "the cache cannot answer, and the cache policy excludes the server"},
):
    """The cache cannot answer, and the policy "return_cache_data_dont_fetch" excludes the server."""


class CacheFailed(SwiftPagerError, statuses={Status.CACHE_FAILED: "the cache's file cannot be used"}):
    """The cache's file cannot be used, or its disk is full."""


class NotRecorded(SwiftPagerError, statuses={Status.NOT_RECORDED: "the recording has no answer to the request"}):
    """The replayed recording has no answer to the request; the message shows the most similar request in it."""


class RecordingFailed(SwiftPagerError, statuses={Status.RECORDING_FAILED: "a recording cannot be written or read"}):
    """A recording cannot be written or read; the message names the file and the line."""


class GraphQLError(SwiftPagerError, statuses={Status.GRAPHQL: "the server answered with errors and no data"}):
    """The server answered with errors and no data, or with null instead of the list.

    With `errors="fail"`, any page with errors raises it.
    """

    @property
    def errors(self) -> list[Any]:
        """The server's errors, decoded."""
        return self.details.get("errors") or []

    @property
    def http_status(self) -> int | None:
        """The HTTP status of the response; None if it was a success."""
        status: int | None = self.details.get("http_status")
        return status

    @property
    def retryable(self) -> bool:
        return may_pass(self.http_status or 0)


class GraphQLAuthenticationError(AuthenticationError, GraphQLError):
    """The server refuses access (401, or a 403 that is not a rate limit) with GraphQL errors."""
