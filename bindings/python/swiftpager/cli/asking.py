"""The client and the pager that a command line describes."""

from __future__ import annotations

import argparse
import copy
import os
import pathlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from .._json import given
from .._remedies import LIST, NO_TOTAL
from ..client import Client
from ..exceptions import (
    CacheFailed,
    CursorStuck,
    GraphQLError,
    MissingPageInfo,
    RecordingFailed,
)
from ..pager import Pager
from ..schema.first_page import FirstPage
from ..schema.lag import with_lag
from ..schema.plan import Plan
from .endings import UsageError
from .formats import format_for
from .planning import Planning, check_list_options
from .reading import check_text, text_of
from .resuming import Kept
from .secrets import headers_from
from .variables import assigned, json_object

# A number in a server's message, like 1,000.
_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?![\w.,]*\d)|(?<![\w.])\d+(?![\w.]*\d)")
# With this before its name, a key of `-p` is about the query of the further pages.
_OF_NEXT = "next_query."
# The options that say something of pages, and whether they are given.
_OF_WALKS: dict[str, Callable[[argparse.Namespace], object]] = {
    "--pagination": lambda given: given.pagination,
    "--next-query-file": lambda given: given.next_query_file,
    "--pages": lambda given: given.pages,
    "--columns": lambda given: given.columns,
    "--csv-formulas": lambda given: given.csv_formulas,
    "--max-pages": lambda given: given.max_pages,
    "--max-items": lambda given: given.max_items,
    "--checkpoint": lambda given: given.checkpoint,
    "--since": lambda given: given.since,
    "--lag": lambda given: given.lag is not None,
    "--explain": lambda given: given.explain,
    "--nested": lambda given: given.nested != "report",
}


# The usual extensions of files with queries.
_EXTENSIONS = (".graphql", ".gql")

# The options with words that are sent, or looked for in responses; those of files may have any bytes.
_TEXTS = (
    "query", "execute", "operation_name", "variable", "pagination", "field", "columns", "since", "tag", "list",
    "fields", "arg", "scalar",
)
_SECRET_TEXTS = ("url", "header", "header_env")


class Question:
    """The server, headers, query and variables of a command line; raises `UsageError` if one of them is wrong."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.url: str = arguments.url
        self.headers = headers_from(arguments.header, arguments.header_env, arguments.header_file)
        # Whether it is one request without pages.
        self.is_request = arguments.execute is not None or arguments.execute_file is not None
        # The list of the schema that takes the place of a query; `settle` makes the query of it.
        self.planning = None if arguments.list is None else Planning(arguments)
        self.plan: Plan | None = None
        self.query: str = _text(arguments, "query", "query_file") or _text(arguments, "execute", "execute_file")
        if arguments.list is None and not arguments.lists:
            _check_query(arguments, self.query)
        # Read once, because it may be stdin.
        self.next_query = _text(arguments, None, "next_query_file")
        self.variables: dict[str, Any] = {}
        if arguments.variables is not None:
            text = text_of(arguments.variables, "--variables")
            self.variables = json_object(f"--variables {arguments.variables}", text)
        self.variables |= assigned("-v", arguments.variable)
        self.pagination: Any = {}
        # What the command line says of the query of the further pages.
        self.of_next: Any = {}
        for word in arguments.pagination:
            if word.startswith(_OF_NEXT):
                self.of_next |= assigned("-p", [word], _OF_NEXT)
            else:
                is_object = word.lstrip().startswith("{")
                self.pagination |= json_object("-p", word) if is_object else assigned("-p", [word])
        for key in self.of_next:
            if key == "query" or arguments.next_query_file is None:
                raise UsageError(f"-p {_OF_NEXT}{key}: name the file of the next query with --next-query-file FILE")

    @property
    def columns(self) -> dict[str, Any] | None:
        """The columns of the items with their types, if they come from a schema."""
        return None if self.plan is None else self.plan.columns

    def with_variables(self, variables: dict[str, Any]) -> Question:
        """The same question, in which `variables` override the command line's; of LIST, they are its arguments."""
        other = copy.copy(self)
        if self.planning is None:
            other.variables = {**self.variables, **variables}
        else:
            other.planning = self.planning.with_arguments(variables)
        return other

    @property
    def tags(self) -> dict[str, Any]:
        """What `--tag` may name: the variables, or the arguments of LIST."""
        return self.variables if self.planning is None else self.planning.arguments

    def settle(self, client: Client, tell: Callable[[str], None], kept: Kept | None = None) -> None:
        """Makes the query for LIST, or takes that of an earlier run."""
        if self.planning is not None:
            self.take(self.planning.plan(client, tell, kept))

    def settle_untried(self) -> None:
        """Makes the query for LIST of the schema alone."""
        if self.planning is not None:
            with self.client() as client:
                self.take(self.planning.untried(client))

    def first_page(self, client: Client, kept: Kept | None) -> FirstPage | None:
        """The trial of a new plan that takes no size; None for anything else."""
        if self.plan is None or self.plan.size is not None or (kept is not None and kept.has_begun):
            return None
        return self._page_of(self.plan, client)

    def renewed_page(self, client: Client, error: BaseException) -> FirstPage | None:
        """The trial of another plan, if an error says that the server has another schema than the kept one."""
        plan = None if self.planning is None else self.planning.renewed(client, error)
        return None if plan is None else self._page_of(plan, client)

    def _page_of(self, plan: Plan, client: Client) -> FirstPage:
        return FirstPage(plan, client._secrets.hide, keep_refused=self.arguments.keep_refused)

    def size_in(self, error: BaseException) -> int | None:
        """The size of a page that a server names when it refuses that of LIST; None for any other error."""
        size = None if self.plan is None else self.plan.size_given
        if size is None or not isinstance(error, GraphQLError):
            return None
        named = [int(text.replace(",", "")) for text in _NUMBER.findall(error.message)]
        return next((number for number in named if 0 < number < size), None)

    def advise(self, error: BaseException) -> None:
        """Says in an error which option of LIST may end it."""
        if self.plan is not None and self.plan.ends_by_total and isinstance(error, CursorStuck | MissingPageInfo):
            error.add_note(f"if the total of LIST counts something else, {LIST.words(NO_TOTAL)}")

    def settle_again(self, plan: Plan, kept: Kept | None) -> None:
        """Takes the plan that the first page of LIST left."""
        if self.planning is not None:
            self.planning.note(plan, kept)
        self.take(plan)

    def take(self, plan: Plan) -> None:
        """Asks what a plan says."""
        self.plan = plan
        self.query, self.variables, self.pagination = plan.query, plan.variables, plan.pagination

    def client(self, **others: Any) -> Client:
        """A client; `others` override the options of the command line."""
        arguments = self.arguments
        retry: Any = given(max_attempts=arguments.retry, budget=arguments.retry_budget)
        options: dict[str, Any] = given(
            headers=self.headers or None,
            retry=retry or None,
            rate_limit=arguments.rate_limit,
            max_connections=arguments.max_connections,
            ca_file=arguments.ca_file,
            cache=arguments.cache and pathlib.Path(arguments.cache),
            record=arguments.record,
            replay=arguments.replay,
        )
        if arguments.timeout is not None:
            options["timeout"] = arguments.timeout or None
        try:
            return Client(self.url, **(options | others))
        except (RecordingFailed, CacheFailed) as error:
            # Here the file that the user named is at fault. Later, the answer that it cannot keep is.
            raise UsageError(error.message) from error

    def pager(self, client: Client, **others: Any) -> Pager:
        """A pager of the query."""
        arguments = self.arguments
        next_query: Any = None if arguments.next_query_file is None else {"query": self.next_query, **self.of_next}
        options: dict[str, Any] = given(
            operation_name=arguments.operation_name,
            pagination=self.pagination or None,
            next_query=next_query,
            max_pages=arguments.max_pages,
            max_items=arguments.max_items,
            cache_policy=arguments.cache_policy,
            errors=arguments.errors,
            strict=arguments.strict or None,
            nested=None if arguments.nested == "report" else arguments.nested,
            since=self._since(),
        )
        return client.pager(self.query, self.variables or None, retain="none", **(options | others))

    def _since(self) -> dict[str, Any] | None:
        """The pager's `since`."""
        if self.planning is not None and self.arguments.since in ("auto", "off"):
            return None if self.plan is None else with_lag(self.plan.since, self.arguments.lag)
        return _since(self.arguments.since)


def _text(arguments: argparse.Namespace, text: str | None, file: str) -> str:
    """The text of an option, or of the file that another option names; empty if neither is given."""
    if text is not None and getattr(arguments, text) is not None:
        return str(getattr(arguments, text))
    path = getattr(arguments, file)
    return "" if path is None else text_of(path, f"--{file.replace('_', '-')}")


def _check_query(arguments: argparse.Namespace, query: str) -> None:
    """Raises `UsageError` for an empty query, and for a file's name in place of a query."""
    names = ("query", "query_file", "execute", "execute_file")
    option = next(f"--{name.replace('_', '-')}" for name in names if getattr(arguments, name) is not None)
    if not query.strip():
        raise UsageError(f"{option}: the query is empty")
    if not option.endswith("-file") and "{" not in query and (query.endswith(_EXTENSIONS) or os.path.isfile(query)):
        raise UsageError(f"{option} takes the query itself: write {option}-file {query}")


def _since(text: str | None) -> dict[str, Any] | None:
    """The pager's `since`: a JSON object, or the pointer in it for a list whose newest items come first.

    Like every config that is written as JSON, the object has times in milliseconds.
    """
    if text is None or not text.lstrip().startswith("{"):
        return None if text is None else {"path": text, "order": "descending"}
    since = json_object("--since", text)
    for key in ("lag", "shrinking_lag"):
        if _is_time(since.get(f"{key}_ms")):
            since[key] = since.pop(f"{key}_ms") / 1_000
    tolerance = since.get("tolerate")
    if isinstance(tolerance, dict) and _is_time(tolerance.get("ms")):
        tolerance["seconds"] = tolerance.pop("ms") / 1_000
    return since


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_together(arguments: argparse.Namespace) -> None:
    """Raises `UsageError` for options that do not fit together."""
    check_list_options(arguments)
    arguments.format = format_for(arguments.format, arguments.output)
    table = arguments.format in ("csv", "parquet", "arrow")
    is_request = arguments.execute is not None or arguments.execute_file is not None
    for option, is_given in _OF_WALKS.items():
        if is_request and is_given(arguments):
            raise UsageError(f"{option} is for walks, and --execute sends one request: leave {option} out")
    for is_wrong, message in (
        (arguments.record and arguments.replay, "--record and --replay exclude each other"),
        (
            arguments.explain and arguments.each is not None,
            "--explain is about one walk, and --each has several: leave one of them out",
        ),
        (arguments.pages and table, f"--pages works with the format ndjson or json, not {arguments.format}"),
        (arguments.raw and arguments.field is None, "--raw needs --field"),
        (arguments.raw and arguments.format != "ndjson", f"--raw works with the format ndjson, not {arguments.format}"),
        (arguments.pages and arguments.max_items, "--pages works with --max-pages, not with --max-items"),
        (
            arguments.columns is not None and arguments.format != "csv",
            f"--columns works with the format csv, not {arguments.format}",
        ),
        (
            arguments.csv_formulas is not None and arguments.format != "csv",
            f"--csv-formulas works with the format csv, not {arguments.format}",
        ),
        *_wrong_with_a_place(arguments),
        (
            arguments.cache_policy not in (None, "fetch_ignoring_cache_data") and arguments.cache is None,
            f"--cache-policy {arguments.cache_policy} needs --cache FILE",
        ),
        (is_request and arguments.format not in ("ndjson", "json"), f"--execute writes JSON, not {arguments.format}"),
        (arguments.jobs is not None and arguments.each is None, "--jobs needs --each FILE"),
        (arguments.tag and arguments.each is None, "--tag needs --each FILE"),
        (arguments.tag and arguments.raw, "--tag adds a member to each item, and --raw writes text: leave one out"),
        (
            arguments.each is not None and arguments.checkpoint is not None,
            (
                "--each and --checkpoint exclude each other: after a failure, repeat --each with the lines that failed"
            ),
        ),
        (
            arguments.each is not None and arguments.format not in ("ndjson", "json", "csv"),
            f"--each works with the format ndjson, json or csv, not {arguments.format}",
        ),
        (
            arguments.each is not None and is_request and arguments.format != "ndjson",
            f"--each writes the responses of --execute as ndjson, not as {arguments.format}",
        ),
        (
            [
                arguments.query_file, arguments.variables, arguments.next_query_file, arguments.execute_file,
                arguments.each,
            ].count("-") > 1,
            "stdin can be read only once, and more than one option names it with -: name files for the others",
        ),
    ):
        if is_wrong:
            raise UsageError(message)
    _check_files(arguments)
    for name in (*_TEXTS, *_SECRET_TEXTS):
        given = getattr(arguments, name) or []
        words = [given] if isinstance(given, str) else given
        check_text(f"--{name.replace('_', '-')}" if name != "url" else "URL", words, is_secret=name in _SECRET_TEXTS)


def writes_parts(arguments: argparse.Namespace) -> bool:
    """Whether the output is a folder of Parquet files."""
    return arguments.format == "parquet" and arguments.checkpoint is not None


def _wrong_with_a_place(arguments: argparse.Namespace) -> Iterator[tuple[object, str]]:
    """What is wrong with a walk that can continue, and why."""
    if arguments.checkpoint is None:
        return
    yield arguments.format in ("json", "arrow"), (
        f"--checkpoint works with the format ndjson, csv or parquet: the command cannot continue {arguments.format}"
    )
    if arguments.format == "parquet":
        yield arguments.output in (None, "-"), "--checkpoint and the format parquet need --output FOLDER, for the parts"
        yield arguments.field is not None, "--checkpoint and the format parquet write whole items: leave out --field"


def _check_files(arguments: argparse.Namespace) -> None:
    """Raises `UsageError` if the command would write a file that another option also names: it would lose one."""
    read = [("--query-file", arguments.query_file), ("--variables", arguments.variables)]
    read += [("--next-query-file", arguments.next_query_file), ("--replay", arguments.replay)]
    read += [("--execute-file", arguments.execute_file), ("--each", arguments.each)]
    read += [("--schema", arguments.schema)]
    read += [("--ca-file", arguments.ca_file), *(("--header-file", file) for file in arguments.header_file)]
    beside = "part" if arguments.checkpoint is None else "before"
    written = [("--output", arguments.output), ("--output", arguments.output and f"{arguments.output}.{beside}")]
    written += [("--checkpoint", arguments.checkpoint), ("--record", arguments.record), ("--cache", arguments.cache)]
    if arguments.ca_file is not None and not os.access(arguments.ca_file, os.R_OK):
        raise UsageError(f"--ca-file: {arguments.ca_file} is missing, or cannot be read")
    options = {os.path.realpath(file): option for option, file in read if file not in (None, "-")}
    for option, file in written:
        # A device has no content to lose.
        if file is None or (os.path.exists(file) and not os.path.isfile(file)):
            continue
        other = options.setdefault(os.path.realpath(file), option)
        if other != option:
            raise UsageError(f"{option} {file} and {other} name the same file: give each its own")
