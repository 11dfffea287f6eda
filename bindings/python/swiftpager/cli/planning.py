"""LIST: a list of the server's schema in place of a query. The schema says what to ask, one item whether it works."""

from __future__ import annotations

import argparse
import copy
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ..client import Client
from ..exceptions import GraphQLError, SwiftPagerError
from ..schema.errors import IntrospectionRefused, SchemaError
from ..schema.plan import Plan
from .endings import UsageError
from .resuming import Kept
from .variables import assigned, parsed

if TYPE_CHECKING:
    from ..schema.opened import Schema

Result = TypeVar("Result")
# What determines the rows of a list, and so must stay the same while a walk of it goes on.
_OPTIONS = {"list": "LIST", "fields": "--fields", "arguments": "--arg", "since": "--since", "scalars": "--scalar"}


class SchemaSource:
    """The schema that a command line names, or that the server has; read once, when it is needed, on any thread."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._schema: Schema | None = None
        # Threads that need the schema at the same time wait for the first of them.
        self._lock = threading.Lock()

    def of(self, client: Client) -> Schema:
        """The schema; raises `UsageError` for a file without one."""
        with self._lock:
            if self._schema is None:
                self._schema = self._read(client)
            return self._schema

    def used(self, client: Client, make: Callable[[Schema], Result]) -> Result:
        """What a function makes of the schema; if the server's is another one than the kept one, of that, once."""
        schema = self.of(client)
        try:
            return make(schema)
        except GraphQLError as error:
            if not self.renews(client, error, schema):
                raise
        return make(self.of(client))

    def renews(self, client: Client, error: BaseException, used: Schema) -> bool:
        """Whether an error says that the kept schema which was used is too old; then the server is asked again."""
        from ..schema.renewing import is_outdated

        if not is_outdated(used, error):
            return False
        with self._lock:
            # Another thread may have asked since.
            if self._schema is used:
                self._schema = self._read(client, refresh=True)
        return True

    @property
    def advice(self) -> str:
        """What to add to a message that says what the schema does not have."""
        is_kept = self._schema is not None and self._schema.is_kept
        return "; if the server has it by now, add --refresh-schema" if is_kept else ""

    def _read(self, client: Client, *, refresh: bool = False) -> Schema:
        options = self._options
        # `swiftpager sync --refresh` makes the plans anew, and a copy of today may be that of the old ones.
        refresh = refresh or options.refresh_schema or getattr(options, "refresh", False)
        try:
            from ..schema.keeping import schema_of

            return schema_of(client, file=options.schema, refresh=refresh)
        except ImportError as error:
            raise UsageError("the lists of a schema need graphql-core: pip install swiftpager[schema]") from error
        except (IntrospectionRefused, SwiftPagerError):
            # Some of these are an OSError, too: a request that timed out.
            raise
        except SchemaError as error:
            raise UsageError(f"--schema {error}") from error
        except OSError as error:
            raise UsageError(f"--schema: {options.schema} cannot be read: {error.strerror}") from error


class Planning:
    """What a command line asks of a list; raises `UsageError` if that is wrong in itself."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._options = arguments
        self.name: str = arguments.list
        self.arguments: dict[str, Any] = assigned("--arg", arguments.arg)
        self._scalars = scalars_from(arguments.scalar)
        # All lines of `--each` share it.
        self._source = SchemaSource(arguments)
        # What the plan was made of.
        self._used: Schema | None = None

    @property
    def _asked(self) -> dict[str, Any]:
        return {
            "list": self.name, "fields": self._options.fields, "arguments": self.arguments,
            "since": self._options.since, "scalars": self._scalars,
        }

    def plan(self, client: Client, tell: Callable[[str], None], kept: Kept | None) -> Plan:
        """The plan of an earlier run that this one continues, or one that has just been made and tried."""
        noted = None if kept is None or not kept.has_begun else kept.notes.get("plan")
        if kept is not None and noted is not None:
            plan = self._continued(noted, kept)
        elif kept is not None and kept.has_begun:
            raise UsageError(
                f"--checkpoint: {kept.path} records a walk of a query, not of LIST: continue it that way, or remove the"
                " file to start over"
            )
        else:
            plan = self._tried(client, tell)
        self.note(plan, kept)
        return plan

    def note(self, plan: Plan, kept: Kept | None) -> None:
        """Notes the plan for the runs that go on."""
        if kept is not None:
            kept.notes["plan"] = {"asked": self._asked, "plan": plan.to_json()}

    def with_arguments(self, arguments: Mapping[str, Any]) -> Planning:
        """The same list with other arguments."""
        other = copy.copy(self)
        other.arguments = {**self.arguments, **arguments}
        return other

    def like(self, client: Client, tried: Plan) -> Plan:
        """The plan for these arguments, as the trial of other ones left it."""
        from ..schema.leaving_out import like

        return like(self.untried(client), tried)

    def untried(self, client: Client) -> Plan:
        """The plan as the schema has it."""
        return self._of(self._source.of(client))

    def renewed(self, client: Client, error: BaseException) -> Plan | None:
        """The plan by the server's newest schema, if an error says that the plan was made for an older one."""
        if self._used is None or not self._source.renews(client, error, self._used):
            return None
        return self.untried(client)

    def _of(self, schema: Schema) -> Plan:
        options, self._used = self._options, schema
        since: Literal["auto", "off"] = "auto" if options.since == "auto" else "off"
        try:
            plan = schema.plan(
                self.name, options.fields, self.arguments, options.page_size, since, self._scalars,
                total="off" if options.total == "off" else "auto",
            )
        except SchemaError as error:
            raise UsageError(f"{error}{self._source.advice}") from error
        if since == "auto" and plan.since is None:
            raise UsageError(
                f"--since auto: the schema shows no way to ask {self.name} for what is new: leave the option out, or"
                " write --since POINTER for a list whose newest items come first"
            )
        return plan

    def _tried(self, client: Client, tell: Callable[[str], None]) -> Plan:
        def made(schema: Schema) -> Plan:
            plan = self._of(schema)
            if plan.size is None and not plan.has_untried_page:
                # `FirstPage` tries it: this page would come twice.
                return plan
            from ..schema.trial import tried

            return tried(client, plan, keep_refused=self._options.keep_refused, tell=tell)

        return self._source.used(client, made)

    def _continued(self, noted: Mapping[str, Any], kept: Kept) -> Plan:
        """The plan of an earlier run: another one could have other columns, and then be another list."""
        asked = self._asked
        for key, before in noted["asked"].items():
            if asked.get(key) != before:
                option = _OPTIONS[key]
                raise UsageError(
                    f"--checkpoint: {kept.path} records a walk with another {option} ({before!r}): continue it that"
                    " way, or remove the file to start over"
                )
        try:
            plan = Plan.from_json(noted["plan"])
        except SchemaError as error:
            raise UsageError(f"--checkpoint: {kept.path}: {error}") from error
        if self._options.total is not None:
            plan = plan.with_total(self._options.total)
        return plan if self._options.page_size is None else plan.with_size(self._options.page_size)


def scalars_from(words: list[str]) -> dict[str, Any]:
    """The types of `--scalar NAME=TYPE`; raises `UsageError`."""
    found: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name or not text:
            raise UsageError(f"--scalar {word}: expected NAME=TYPE, like BigInt=string")
        try:
            found[name] = parsed(text)
        except ValueError:
            found[name] = text
    return found


def check_list_options(arguments: argparse.Namespace) -> None:
    """Raises `UsageError` unless one thing is asked for: a list, the lists, a query or a request."""
    queries = ("query", "query_file", "execute", "execute_file")
    query = next((f"--{name.replace('_', '-')}" for name in queries if getattr(arguments, name) is not None), None)
    of_list = {
        "--fields": arguments.fields, "--arg": arguments.arg, "--page-size": arguments.page_size,
        "--total": arguments.total, "--keep-refused": arguments.keep_refused, "--print-query": arguments.print_query,
        "--scalar": arguments.scalar, "--lag": arguments.lag is not None,
    }
    of_schema = {"--schema": arguments.schema, "--refresh-schema": arguments.refresh_schema}
    if arguments.lists:
        wrong = [*([query] if query else []), *(["LIST"] if arguments.list else [])]
        wrong += [option for option, value in of_list.items() if value]
    elif arguments.list is not None:
        wrong = [query] if query else []
        wrong += [option for option, value in (
            ("-v", arguments.variable), ("--variables", arguments.variables), ("-p", arguments.pagination),
            ("--next-query-file", arguments.next_query_file), ("--operation-name", arguments.operation_name),
        ) if value]
    else:
        wrong = [option for option, value in {**of_list, **of_schema, "--json": arguments.json}.items() if value]
    what = "--lists" if arguments.lists else "LIST" if arguments.list is not None else None
    if what is None and query is None and not wrong:
        raise UsageError(
            "name a LIST of the server's schema, which --lists shows, or give a query: --query-file FILE, --query TEXT,"
            " --execute TEXT or --execute-file FILE"
        )
    if what == "LIST" and arguments.lag is not None and arguments.since != "auto":
        raise UsageError("--lag is for --since auto: a --since in JSON has its own `lag_ms`")
    if wrong:
        told = f"{what} and {wrong[0]} exclude each other" if what else f"{wrong[0]} is for LIST or --lists"
        instead = "; arguments of LIST are --arg NAME=VALUE" if what and wrong[0] in ("-v", "--variables") else ""
        raise UsageError(told + instead)
