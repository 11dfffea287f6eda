"""The options of `swiftpager generate`, and the texts of its `--help` and of the manual page."""

from __future__ import annotations

import argparse

from .shared_arguments import add_messages, parser_of

GENERATE_DESCRIPTION = (
    "Writes types for GraphQL documents: for each operation its variables and its data, for each fragment its own type,"
    " and for each query that pages a list what a pager needs to know. The documents are checked against the schema"
    " first. The same schema and documents give the same file, which you commit: with --check, CI shows when it is not"
    " what the documents say any more."
)
GENERATE_EXAMPLES = """\
swiftpager generate --schema schema.graphql 'queries/**/*.graphql' --swift Sources/App/Operations.swift
swiftpager generate --schema schema.json queries --swift Operations.swift --scalar DateTime=Date --check
swiftpager generate --schema schema.graphql queries --python app/operations.py --scalar DateTime=datetime"""


def generate_parser() -> argparse.ArgumentParser:
    """The parser of the words behind `swiftpager generate`."""
    made = parser_of(
        "generate", "swiftpager generate --schema FILE DOCUMENTS [DOCUMENTS ...] (--swift|--python) FILE [option ...]",
        GENERATE_DESCRIPTION,
        "0 if the file is written, or is as --check wants it; 1 if --check finds another text in it; 2 if the command"
        " line, the schema or a document is wrong, and nothing was written; 3 if the file cannot be written.",
        GENERATE_EXAMPLES,
    )
    made.add_argument(
        "documents", metavar="DOCUMENTS", nargs="+",
        help="files with operations and fragments, folders of such files, or patterns like 'queries/**/*.graphql'",
    )
    made.add_argument(
        "--schema", metavar="FILE", required=True, help="the schema, as SDL or as an introspection result"
    )
    outputs = made.add_mutually_exclusive_group(required=True)
    outputs.add_argument("--swift", metavar="FILE", help="write Swift into FILE; - is stdout")
    outputs.add_argument("--python", metavar="FILE", help="write a module of Python into FILE; - is stdout")
    made.add_argument(
        "--check", action="store_true", help="write nothing, and fail if FILE is not what would be written"
    )
    made.add_argument(
        "--scalar", metavar="NAME=TYPE", action="append", default=[],
        help="the type for a scalar that the schema declares, like DateTime=Date; any JSON value by default",
    )
    made.add_argument("--namespace", metavar="NAME", help="put all types of Swift into an enum of this name")
    add_messages(made, "show failures only")
    return made
