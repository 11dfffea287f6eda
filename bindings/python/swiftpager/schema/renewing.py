"""Whether a server's error says that a query was made for another schema than the server's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..exceptions import GraphQLError

if TYPE_CHECKING:
    from .opened import Schema

# The words of graphql-js and its kin, graphql-ruby, Hasura, graphql-java and HotChocolate.
_WORDS = re.compile(
    r"Cannot query field|Unknown (?:argument|type|field)\b|(?:doesn't|does not) exist on (?:the )?type"
    r"|doesn't accept argument|not found in type|FieldUndefined|UnknownArgument"
)
_CODES = frozenset({"GRAPHQL_VALIDATION_FAILED", "validation-failed", "undefinedField", "argumentNotAccepted"})


def names_another_schema(message: str) -> bool:
    """Whether a message says that the schema has no such field, argument or type."""
    return _WORDS.search(message) is not None


def is_outdated(schema: Schema, error: BaseException) -> bool:
    """Whether a kept schema is older than the server's, as an error without data says; then ask for it again."""
    return schema.is_kept and isinstance(error, GraphQLError) and any(map(is_about_schema, error.errors))


def is_about_schema(error: Any) -> bool:
    """Whether an error of a server says that a query does not fit its schema."""
    if not isinstance(error, Mapping):
        return False
    extensions = error.get("extensions")
    code = extensions.get("code") if isinstance(extensions, Mapping) else None
    return (isinstance(code, str) and code in _CODES) or names_another_schema(str(error.get("message")))
