"""Reads the files with operations and fragments, and checks them against the schema."""

from __future__ import annotations

import dataclasses
import glob
import os
import pathlib
import re
from collections.abc import Iterable, Iterator

from graphql import (
    DefinitionNode,
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    NameNode,
    NoUnusedFragmentsRule,
    OperationDefinitionNode,
    OperationType,
    Source,
    parse,
    specified_rules,
    validate,
)

from .errors import DocumentError
from .nodes import changed

_SUFFIXES = (".graphql", ".gql")
_LARGEST_COUNT = 20
# Fragments are shared by documents of other programs, too.
_RULES = [rule for rule in specified_rules if rule is not NoUnusedFragmentsRule]


@dataclasses.dataclass(frozen=True)
class Documents:
    """The operations and fragments of all files, as one document in the order of the files' names."""

    document: DocumentNode

    @property
    def operations(self) -> list[OperationDefinitionNode]:
        """The operations; each has a name."""
        return [one for one in self.document.definitions if isinstance(one, OperationDefinitionNode)]

    @property
    def fragments(self) -> dict[str, FragmentDefinitionNode]:
        """The fragments by name."""
        found = (one for one in self.document.definitions if isinstance(one, FragmentDefinitionNode))
        return {one.name.value: one for one in found}


def read(patterns: Iterable[str], leaving_out: str | None = None) -> Documents:
    """The documents in files.

    patterns     files, folders, whose files *.graphql and *.gql are meant, and patterns: "queries/**/*.graphql"
    leaving_out  a file that a pattern may match although it is not meant, like the schema's

    Raises `DocumentError` for a pattern without a file and for a file that is not a document, and OSError for one that
    cannot be read.
    """
    definitions: list[DefinitionNode] = []
    for path in _files(patterns, leaving_out):
        definitions += _definitions(path)
    return Documents(DocumentNode(definitions=tuple(definitions)))


def check(documents: Documents, schema: GraphQLSchema) -> None:
    """Raises `DocumentError`, with each file and line, for documents that are not valid for the schema."""
    # A schema may break rules that newer graphql-core checks, as GitHub's does.
    if errors := validate(schema, documents.document, _RULES, max_errors=_LARGEST_COUNT):
        raise DocumentError("\n".join(_told(error) for error in errors))


def place_of(node: OperationDefinitionNode | FragmentDefinitionNode) -> str:
    """The file and the line where a definition begins."""
    assert node.loc is not None
    return f"{node.loc.source.name}:{node.loc.start_token.line}"


def _files(patterns: Iterable[str], leaving_out: str | None) -> list[str]:
    found: set[str] = set()
    for pattern in patterns:
        matching = set(_matching(pattern))
        if leaving_out is not None:
            matching -= {path for path in matching if _is_same(path, leaving_out)}
        if not matching:
            raise DocumentError(f"{pattern}: no file with documents")
        found |= matching
    return sorted(found)


def _is_same(path: str, other: str) -> bool:
    return os.path.exists(path) and os.path.exists(other) and os.path.samefile(path, other)


def _matching(pattern: str) -> Iterator[str]:
    if os.path.isdir(pattern):
        for folder, _, names in os.walk(pattern):
            yield from (os.path.normpath(os.path.join(folder, name)) for name in names if name.endswith(_SUFFIXES))
    elif glob.has_magic(pattern) and not os.path.exists(pattern):
        yield from (os.path.normpath(path) for path in glob.iglob(pattern, recursive=True) if os.path.isfile(path))
    else:
        yield os.path.normpath(pattern)


def _definitions(path: str) -> Iterable[DefinitionNode]:
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(f"{path}: not a text in UTF-8 (byte {error.start})") from error
    if not re.sub(r"#.*|[\s,]", "", text):
        return ()
    try:
        definitions = parse(Source(text, path)).definitions
    except GraphQLError as error:
        raise DocumentError(_told(error)) from error
    operations = [one for one in definitions if isinstance(one, OperationDefinitionNode)]
    if len(operations) == 1 and operations[0].name is None:
        name = NameNode(value=_named_after(path, operations[0].operation))
        named = changed(operations[0], name=name)
        return [named if one is operations[0] else one for one in definitions]
    if unnamed := [one for one in operations if one.name is None]:
        raise DocumentError(f"{place_of(unnamed[0])}: of several operations in a file, each needs a name")
    return definitions


def _named_after(path: str, kind: OperationType) -> str:
    """The name of an operation without one, from that of its file: `all-products.graphql` has AllProducts."""
    words = re.findall(r"[A-Za-z0-9]+", pathlib.PurePath(path).name.partition(".")[0])
    name = "".join(word[:1].upper() + word[1:] for word in words)
    return name if name[:1].isalpha() else kind.value.capitalize() + name


def _told(error: GraphQLError) -> str:
    message = error.message.rstrip(".")
    node = error.nodes[0] if error.nodes else None
    source = error.source or (node.loc.source if node is not None and node.loc is not None else None)
    place = error.locations[0] if error.locations else None
    if source is None or place is None:
        return message
    return f"{source.name}:{place.line}:{place.column}: {message}"
