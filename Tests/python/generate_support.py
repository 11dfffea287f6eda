"""What `swiftpager generate` has written for the Swift tests, and models of small schemas.

    generate_support.py     writes the files anew
"""

import pathlib
import sys
from typing import Any

import swiftpager.schema
from conftest import REPOSITORY
from swiftpager.cli.main import main
from swiftpager.generate import documents, swift
from swiftpager.generate.building import model_of
from swiftpager.generate.model import Model

CODE = REPOSITORY / "Tests" / "Generated" / "Code"
# The words behind `swiftpager generate` for each file.
GENERATED = {
    "Market.swift": [
        "--schema", str(CODE / "market.graphql"), str(CODE / "queries"), "--scalar", "DateTime=Timestamp",
    ],
    "Awkward.swift": [
        "--schema", str(CODE / "awkward" / "schema.graphql"), str(CODE / "awkward"), "--namespace", "Awkward",
        "--scalar", "Date=Date",
    ],
    "Kingdom.swift": [
        "--schema", str(CODE / "kingdom" / "schema.graphql"), str(CODE / "kingdom"), "--namespace", "Kingdom",
    ],
}


def words(name: str) -> list[str]:
    """The words that write a file of the Swift tests."""
    return ["generate", *GENERATED[name], "--swift", str(CODE / name)]


def modelled(folder: pathlib.Path, schema: str, **texts: str) -> Model:
    """The model of documents in files with these names, for the text of a schema."""
    path = folder / "schema.graphql"
    path.write_text(schema, encoding="utf-8")
    queries = folder / "queries"
    queries.mkdir(exist_ok=True)
    for name, text in texts.items():
        (queries / f"{name}.graphql").write_text(text, encoding="utf-8")
    return model_of(swiftpager.schema.read(path).core, documents.read([str(queries)]))


def printed(folder: pathlib.Path, schema: str, query: str, **options: Any) -> str:
    """The Swift for one document."""
    return swift.printed(modelled(folder, schema, query=query), **options)


if __name__ == "__main__":
    sys.exit(max(main(words(name)) for name in GENERATED))
