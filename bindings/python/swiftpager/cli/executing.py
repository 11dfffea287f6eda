"""`--execute`: one query or mutation, without pages."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from .. import exceptions as library
from .._configuration import NOT_GIVEN
from .._decoding import decode
from .._documents import operation_of
from .._native.statuses import Status
from .._wording import counted
from ..client import Client
from ..transport import Request
from .asking import Question
from .dry_run import JSON_HEADERS, request_lines
from .endings import ErrorsBesideData, OutputError, Terminated
from .outputs import STDOUT, Output, open_output
from .pointers import MISSING, Pointer
from .pretty import pretty
from .progress import Progress
from .selection import compact
from .signals import Signals


class Exchange:
    """Sends the request of a command line, and makes the line that is written of its response."""

    def __init__(self, arguments: argparse.Namespace, client: Client, progress: Progress) -> None:
        self._client = client
        # The response stays as sent, and messages quote it.
        self._secrets = client._secrets
        self._errors: str = arguments.errors or "report"
        self._cache_policy = arguments.cache_policy
        self._operation_name: str | None = arguments.operation_name
        self._is_quiet: bool = arguments.quiet
        self._raw: bool = arguments.raw
        self._field = None if arguments.field is None else Pointer(arguments.field)
        self._progress = progress

    def response(self, question: Question) -> bytes:
        """The response, as the server sent it; raises the failure of the request."""
        with self._noting_mutation(question):
            response = self._client._response(
                question.query, question.variables or None, operation_name=self._operation_name, headers=None,
                timeout=NOT_GIVEN, cache_policy=self._cache_policy, optimistic=None,
            )
        if self._errors == "fail" and (errors := self._errors_of(response)):
            raise library.GraphQLError(_first_message(errors), Status.GRAPHQL, {"code": "GRAPHQL", "errors": errors})
        return response

    def line(self, response: bytes) -> bytes:
        """What is written of a response, as one line; raises `OutputError` if it has not what `--field` names."""
        if self._field is None:
            # A JSON string contains no raw line breaks, so every line break here can become a space.
            return response.strip().replace(b"\n", b" ").replace(b"\r", b" ") + b"\n"
        value = self._field.look_up(decode(response))
        if value is MISSING:
            raise OutputError(
                f"the response has no {self._field.text} (--field); it is"
                f" {self._secrets.hide(response.decode(errors='replace'))}"
            )
        if self._raw and isinstance(value, str):
            return value.encode(errors="surrogatepass") + b"\n"
        return compact(value) + b"\n"

    def check(self, response: bytes) -> None:
        """Raises `ErrorsBesideData`, or warns of them, after the response was written."""
        if not (errors := self._errors_of(response)):
            return
        words = f"the response has {counted(len(errors), 'error')} beside its data, the first: {_first_message(errors)}"
        if self._errors != "keep":
            raise ErrorsBesideData(f"{words} (--errors keep accepts that)")
        if not self._is_quiet:
            self._progress.tell(f"warning: {words}")

    def _errors_of(self, response: bytes) -> list[Any]:
        """The errors of a response, as messages may quote them."""
        body = decode(response)
        errors = body.get("errors") if isinstance(body, dict) else None
        found: list[Any] = self._secrets.hide_in_errors(errors) if isinstance(errors, list) else []
        return found

    @contextmanager
    def _noting_mutation(self, question: Question) -> Iterator[None]:
        """Adds a note to a failure after which the server may have carried out a mutation."""
        try:
            yield
        except (KeyboardInterrupt, Terminated, library.NetworkError) as error:
            # A server that limits the rate has refused the request.
            is_refused = isinstance(error, library.RateLimited)
            if not is_refused and operation_of(question.query, self._operation_name).kind == "mutation":
                error.add_note("the server may have carried out the mutation")
            raise


class ExecuteCommand:
    """One request with its client and its output."""

    def __init__(self, arguments: argparse.Namespace, question: Question, progress: Progress, signals: Signals) -> None:
        self._arguments = arguments
        self._question = question
        self._signals = signals
        self._progress = progress

    def run(self) -> None:
        """Writes the response. Raises the failure of the request, or of the output."""
        # The output comes first: if it cannot be written, no mutation is sent.
        with closing(open_output(self._arguments.output, is_text=True)) as output:
            try:
                with self._question.client() as client:
                    exchange = Exchange(self._arguments, client, self._progress)
                    response = exchange.response(self._question)
                    with self._signals.held(is_last=True):
                        self._write(output, exchange, response)
                        output.finish()
            except BaseException as error:
                if (kept := output.leave()) is not None:
                    error.add_note(kept)
                raise

    def _write(self, output: Output, exchange: Exchange, response: bytes) -> None:
        line = exchange.line(response)
        is_pretty = self._arguments.format == "json" or (output.descriptor == STDOUT and os.isatty(STDOUT))
        if is_pretty and not self._arguments.raw:
            line = pretty(line.decode(errors="replace")).encode(errors="surrogatepass") + b"\n"
        output.write(line)
        exchange.check(response)


def _first_message(errors: list[Any]) -> str:
    first = errors[0]
    message = first.get("message") if isinstance(first, dict) else None
    return message if isinstance(message, str) else "without a message"


def describe_request(question: Question) -> list[str]:
    """Lines about the request that `--execute` would send; raises if the configuration is wrong."""
    requests: list[Request] = []

    def answer(request: Request) -> None:
        requests.append(request)
        request.complete(200, b'{"data": {}}', JSON_HEADERS)

    arguments = question.arguments
    with question.client(transport=answer, cache=None, record=None, replay=None, retry=False) as client:
        client.execute(question.query, question.variables or None, operation_name=arguments.operation_name)
    operation = operation_of(question.query, arguments.operation_name)
    variables = json.loads(requests[0].body).get("variables") or {}
    return [
        *request_lines(question, requests[0]), " ".join(["operation:", *filter(None, operation)]),
        f"variables: {json.dumps(variables, ensure_ascii=False)}", "nothing was sent",
    ]
