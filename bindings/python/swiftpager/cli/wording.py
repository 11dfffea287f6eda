"""The command's message for a failure."""

from __future__ import annotations

import re

from .. import exceptions as library
from .._printable import printable
from .._remedies import QUERY, Remedies
from ..schema.errors import UnreadMark
from .endings import Ending, LinesFailed, ending_for

# The options whose values the library may refuse, by the place of the setting. The rest of the place is added to an
# option that ends with a space or a dot.
_PLACES = (
    ("/endpoint", "URL"), ("/operation_name", "--operation-name"), ("/next_query/query", "--next-query-file"),
    ("/next_query/", "-p next_query."), ("/pagination/", "-p "), ("/variables/", "-v "), ("/since", "--since"),
    ("/rate_limit", "--rate-limit"),
)
_VARIABLE = re.compile(r"/(?:pagination|next_query)/(?:after|before|first|last|offset|page|limit)")
# The beginning of the message, for endings that the failure's own words do not name.
_LABELS = {
    Ending.INCOMPLETE: "incomplete: ",
    Ending.INTERRUPTED: "interrupted",
    Ending.TERMINATED: "terminated",
    Ending.DEFECT: "the command has a defect (--debug shows more): ",
}


def words_for(error: BaseException, remedies: Remedies = QUERY) -> str:
    """The message for a failure, with its notes; `remedies` has the words of the command that shows it."""
    ending = ending_for(error)
    words = str(error)
    if isinstance(error, library.ConfigurationError):
        words = _of_setting(error)
    elif isinstance(error, OSError) and error.filename is not None and not isinstance(error, library.SwiftPagerError):
        words = without_number(error)
    if isinstance(error, UnreadMark):
        words = f"--since auto: {words}: leave the option out, and LIST is read whole"
    if isinstance(error, MemoryError) and not words:
        # Python's own says nothing.
        words = "there is not enough memory; ask for smaller pages, or for fewer fields"
    if not isinstance(error, LinesFailed):
        # Those of each line have been in these words before.
        words = remedies.words(words)
    if ending == Ending.DEFECT:
        words = f"{type(error).__name__}: {words}"
    notes: list[str] = getattr(error, "__notes__", [])
    if isinstance(error, LinesFailed):
        return "\n".join([words, *notes])
    # A server's message may end with a full stop.
    parts = [_LABELS.get(ending, "") + words, *notes]
    return "; ".join([*(part.removesuffix(".") for part in parts[:-1]), parts[-1]])


def _of_setting(error: library.ConfigurationError) -> str:
    """The message for a wrong setting, which begins with the option that gave it."""
    path, message = printable(error.path or ""), error.message
    if error.position is not None and (place := str(error.position)) not in message:
        message += f" ({place})"
    if _VARIABLE.fullmatch(path) and "expected a string" in message:
        message = message.replace("expected a string", "expected the name of a variable") + "; -v gives its value"
    for beginning, option in _PLACES:
        if path.startswith(beginning):
            return f"{option}{path.removeprefix(beginning) if option.endswith((' ', '.')) else ''}: {message}"
    # A message about a header names it.
    is_clear = path in ("", "/query") or path.startswith("/headers/")
    return message if is_clear else f"{message} (at {path})"


def without_number(error: OSError) -> str:
    """What an error of the system says, with the file and without the number."""
    return str(error) if error.strerror is None else f"{error.filename}: {error.strerror}"
