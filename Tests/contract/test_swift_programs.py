"""What only a program of its own can show: what the compiler refuses, and a program without SwiftPagerFoundation."""

import json
import subprocess
import urllib.request
from pathlib import Path

import pytest

from conftest import require
from swift_programs import docc, errors, program

CALLS = ("fetch", "refetch", "loadNext", "loadPrevious", "loadAll")

# Calls that are awaited, that have a completion, and that have neither.
PAGER = """
import SwiftPager
func wait(_ pager: GraphQLQueryPager<[Int]>) async throws {
  await pager.fetch()
  await pager.refetch(cachePolicy: .returnCacheDataElseFetch)
  try await pager.loadNext()
  try await pager.loadPrevious()
  try await pager.loadAll(fetchFromInitialPage: false)
  Task { try await pager.loadNext() }
  pager.loadNext(completion: nil)
  pager.fetch { print("done") }
}
func start(_ pager: GraphQLQueryPager<[Int]>) {
  pager.fetch()
  pager.refetch()
  pager.loadNext(cachePolicy: .returnCacheDataElseFetch)
  pager.loadPrevious()
  pager.loadAll(fetchFromInitialPage: false)
  pager.loadAll { error in print(error as Any) }
}
func make() -> GraphQLQueryPager<[Int]> { fatalError() }
let pager = make()
"""

# Asks once with a date among the variables, and once without one for data that has one.
DATES = """
import Foundation
import SwiftPager
struct DatesQuery: GraphQLQuery {
  static let document = "query ($after: String) { products(first: 1, after: $after) { nodes { id } } }"
  struct Variables: Encodable, Hashable, Sendable { var after: Date? }
  struct Node: Decodable, Hashable, Sendable { var id: Date }
  struct Products: Decodable, Hashable, Sendable { var nodes: [Node] }
  struct Data: Decodable, Hashable, Sendable { var products: Products }
  var variables: Variables
}
let client = try GraphQLClient(ClientConfiguration(endpoint: CommandLine.arguments[1], dates: .iso8601))
for after in [Date.now, nil] {
  do {
    _ = try await client.fetch(DatesQuery(variables: .init(after: after)))
  } catch {
    print(error)
  }
}
"""


@pytest.fixture(autouse=True)
def _modules() -> None:
    require("swiftc")
    if not (docc.MODULES / "SwiftPager.swiftmodule").exists():
        pytest.skip("the modules of Swift are not built: swift build --build-tests")


def test_calls_in_functions_compile(tmp_path: Path) -> None:
    assert errors(PAGER, tmp_path) == []


def test_an_awaited_call_at_the_top_level_is_not_taken_for_one_that_returns_at_once(tmp_path: Path) -> None:
    refused = errors(PAGER + "".join(f"try await pager.{call}()\n" for call in CALLS), tmp_path)
    assert len(refused) == len(CALLS)
    for call, line in zip(CALLS, refused, strict=True):
        assert f"'{call}' is unavailable from asynchronous contexts" in line


def test_without_its_module_a_date_is_refused_and_never_sent(shop_endpoint: str, tmp_path: Path) -> None:
    app = program(DATES, tmp_path)
    key = f"dates-{tmp_path.name}"
    output = subprocess.check_output([app, f"{shop_endpoint}?key={key}"], text=True, timeout=60)
    written, read = output.splitlines()
    assert "Date is a type of Foundation: import SwiftPagerFoundation" in written
    assert "Date is a type of Foundation: import SwiftPagerFoundation" in read
    assert "at /data/products/nodes/0/id" in read
    with urllib.request.urlopen(f"{shop_endpoint.removesuffix('/graphql')}/stats?key={key}") as stats:
        assert json.load(stats) == {"requests": 1}
