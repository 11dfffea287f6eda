"""What `swiftpager generate` writes for the Swift tests, and models of small schemas.

    generate_support.py                 writes the files of the repository anew
    generate_support.py --documents     writes what `make test-documents` compiles
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

DOCUMENTS = REPOSITORY / "Tests" / "Documents"
CODE = REPOSITORY / "Tests" / "Generated" / "Code"
BENCH = REPOSITORY / "bench" / "generated" / "Sources" / "generated"
MARKET = ["--schema", str(CODE / "market.graphql")]


def _of_folder(name: str, *options: str) -> list[str]:
    return ["--schema", str(DOCUMENTS / name / "schema.graphql"), str(DOCUMENTS / name), *options]


# The words behind `swiftpager generate` for each file: those of the repository, and those that a test compiles.
GENERATED = {
    CODE / "Market.swift": [*MARKET, str(CODE / "queries"), "--scalar", "DateTime=Timestamp"],
    BENCH / "Operations.swift": [*MARKET, str(BENCH)],
}
COMPILED = {
    DOCUMENTS / "Code" / "Awkward.swift": _of_folder("awkward", "--namespace", "Awkward", "--scalar", "Date=Date"),
    DOCUMENTS / "Code" / "Kingdom.swift": _of_folder("kingdom", "--namespace", "Kingdom"),
}


def words(file: pathlib.Path) -> list[str]:
    """The words that write a file of the Swift tests."""
    return ["generate", *(GENERATED | COMPILED)[file], "--swift", str(file)]


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
    files = COMPILED if sys.argv[1:] == ["--documents"] else GENERATED
    for file in files:
        file.parent.mkdir(exist_ok=True)
    sys.exit(max(main(words(file)) for file in files))
