"""What the library's messages say to set, in the words of the command that shows them.

The library knows settings; a command has options, or a file in which a person writes settings. This is the one place
that knows both.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

# What the library says of a total that counts something else.
NO_TOTAL = 'set "check_total": false'
# What a message may say, by names. The groups are for the words of a command; `place` stands before `set`.
_PATTERNS: Mapping[str, re.Pattern[str]] = {
    # What a list does not keep whose items are read since a mark.
    "order": re.compile(r"(?s)(?:: an item without such a value has no place|\. Sort the list by this field).*"),
    "ends without": re.compile(r'\. With (?:errors=|"errors": )"keep" the walk ends without this failure'),
    # Python's form, and that of C, where settings are JSON.
    "errors": re.compile(r'(?:errors=|"errors": )"(?P<mode>keep|fail)"'),
    "check_total": re.compile(NO_TOTAL),
    "since": re.compile(r'set "(?P<key>\w+)": (?P<json>"(?P<text>\w+)"|\w+) in `since`'),
    "set": re.compile(r'set "(?P<key>\w+)": (?P<json>"(?P<text>\w+)"|\w+)(?: in `pagination`| there)?'),
    "raise": re.compile(r'raise "(?P<key>\w+)"'),
    "of since": re.compile(r"`(?P<key>\w+)` of `since`"),
    "lag": re.compile(r"shorten the `\S+`"),
    "as": re.compile(r"as `pagination\.(?P<key>\w+)`"),
    "as of next": re.compile(r"as `next_query\.(?P<key>\w+)`"),
    "budget": re.compile(r", or let the client wait longer with the `budget` of its retries"),
    "first page": re.compile(r"name the first page in the variables|set the variable `\$\w+` to 0"),
    "timeout": re.compile(r"raise the timeout"),
    # No command has options for these.
    "connect timeout": re.compile(r"(?<=check the network), or raise the connect timeout"),
    "largest response": re.compile(r"(?<=request less at a time), or raise the limit"),
    "less": re.compile(r"request less at a time|request smaller pages"),
    "more": re.compile(r"ask for more|Raise the page size"),
    "inner lists": re.compile(r"`nested\(\)` and `--lists --json` name"),
}
_NO_OPTION = {"connect timeout": "", "largest response": ""}


@dataclasses.dataclass(frozen=True)
class Remedies:
    """The words of one command, by the names of `_PATTERNS`; what has no words stays, and "" leaves it out.

    Words may have places: {found} for what the library says, {key}, {json} and {value} of a setting, {mode} of
    `errors`, and {name}, that of the list.
    """

    by_name: Mapping[str, str]
    name: str = "LIST"

    def words(self, message: str) -> str:
        """A message of the library in the words of this command."""
        for name, pattern in _PATTERNS.items():
            if name in self.by_name:
                message = pattern.sub(self._filled(self.by_name[name]), message)
        return message

    def of(self, name: str) -> Remedies:
        """The same for a list of that name."""
        return dataclasses.replace(self, name=name)

    def _filled(self, words: str) -> _Filled:
        return _Filled(words, self.name)


@dataclasses.dataclass(frozen=True)
class _Filled:
    """Fills the places of some words."""

    words: str
    name: str

    def __call__(self, found: re.Match[str]) -> str:
        groups = found.groupdict()
        value = groups.get("text") or groups.get("json")
        return self.words.format(**groups | {"found": found[0], "value": value, "name": self.name})


# A walk of a query
QUERY = Remedies({
    **_NO_OPTION,
    "errors": "--errors {mode}",
    "since": 'add "{key}": {json} to a JSON object of --since',
    "set": "add -p {key}={value}",
    "raise": "{found} (-p {key}=N)",
    "of since": "`{key}` in a JSON object of --since",
    "as": "with -p {key}=VALUE",
    "as of next": "with -p next_query.{key}=VALUE",
    "budget": "{found} (--retry-budget SECONDS)",
    "timeout": "{found} (--timeout SECONDS)",
})
# A walk of LIST, which takes no -p
_ITS_QUERY = "walk the query that --print-query writes, with -p "
LIST = Remedies({
    **QUERY.by_name,
    "lag": "give a shorter --lag SECONDS",
    "check_total": "add --total off",
    "set": _ITS_QUERY + "{key}={value}",
    "raise": "{found} (" + _ITS_QUERY + "{key}=N)",
    "first page": "add --arg with the name of the page, like --arg page=0",
    "less": "{found} (--page-size N)",
    "more": "{found} (--page-size N)",
})
SYNC = Remedies({
    **_NO_OPTION,
    "errors": "--errors {mode}",
    "lag": "give a shorter --lag SECONDS",
    "check_total": "add --total {name}=off",
    "order": "; to read the list whole, add --since {name}=off",
    "since": 'add "{key}": {json} to "since" in the plan of {name} in _plan.json',
    "set": 'add "{key}": {json} to "pagination" in the plan of {name} in _plan.json',
    "raise": '{found} in the "pagination" of {name} in _plan.json',
    "of since": '"{key}" in the "since" of {name} in _plan.json',
    "budget": "",
    "first page": 'name the first page in the "variables" of {name} in _plan.json',
    "timeout": "{found} (--timeout SECONDS)",
    "less": "{found} (--refresh --page-size N)",
    "more": "{found} (--refresh --page-size N)",
})
# A line of WALKS is a JSON object
FLEET = Remedies({
    **_NO_OPTION,
    "ends without": "",
    "since": 'add "{key}": {json} to the "since" of the walk',
    "set": 'add "{key}": {json} to the "pagination" of the walk',
    "raise": '{found} in the "pagination" of the walk',
    "budget": '{found} (the "retry" of the walk)',
    "timeout": '{found} (the "timeout" of the walk)',
})
# The tools of an assistant take no settings of pages
MCP = Remedies({
    **_NO_OPTION,
    "ends without": "",
    "set": "walk its query by `swiftpager URL --query-file FILE`, with -p {key}={value}",
    "raise": "walk its query by `swiftpager URL --query-file FILE`, with -p {key}=N",
    "budget": "",
    "first page": "give the number of the first page in `arguments`",
    "timeout": "{found} (--timeout SECONDS of swiftpager mcp)",
    "less": "{found} (fewer fields, or a smaller limit)",
    "inner lists": "describe_list and its `nested` name",
})
