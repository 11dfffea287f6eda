import TestSupport
import Testing

@testable import PagerArrow

@Suite("The rows of pages")
struct RowTests {
  struct Case: CustomTestStringConvertible {
    let pages: [String]
    let type: String
    let rows: [String]

    init(_ pages: [String], _ type: String, _ rows: [String]) {
      self.pages = pages
      self.type = type
      self.rows = rows
    }

    var testDescription: String { pages.joined(separator: " ") }
  }

  @Test(
    "Objects are rows of their members, and rows of anything else are one column",
    arguments: [
      Case(["[]"], "{}", []),
      Case(["[null,{}]", "[]"], "{}", ["{}", "{}"]),
      Case(["[null]", "[{\"a\":1}]", "[{}]"], "{a: int64}", ["{a: null}", "{a: 1}", "{a: null}"]),
      Case(["[{\"a\":1}]", "[{\"b\":true,\"a\":2}]"], "{a: int64, b: bool}", ["{a: 1, b: null}", "{a: 2, b: true}"]),
      Case(["[1,null]", "[2.5]"], "{value: float64}", ["{value: 1.0}", "{value: null}", "{value: 2.5}"]),
      Case(["[[1],[]]"], "{value: [int64]}", ["{value: [1]}", "{value: []}"]),
      Case(["[{\"a\": 1}]", "[2]"], "{value: json}", ["{value: `{\"a\": 1}`}", "{value: `2`}"]),
      Case(["[2]", "[{\"a\": 1}]"], "{value: json}", ["{value: `2`}", "{value: `{\"a\": 1}`}"]),
      Case(["[{\"a\":1,\"a\":2}]"], "{value: json}", ["{value: `{\"a\":1,\"a\":2}`}"]),
      // An object without members says nothing about columns, but must not be forgotten.
      Case(["[]", "[{}]", "[[]]"], "{value: json}", ["{value: `{}`}", "{value: `[]`}"]),
      Case(["[null]", "[{}]", "[1]"], "{value: json}", ["{value: null}", "{value: `{}`}", "{value: `1`}"]),
    ])
  func shape(example: Case) throws {
    let fixture = TableFixture()
    for page in example.pages { try fixture.add(page) }
    let batch = try fixture.take()
    #expect(batch.type == example.type)
    #expect(batch.rows == example.rows)
  }

  @Test("The row of an edge is its node, whatever that is; an element without a node is a row itself")
  func nodes() throws {
    let fixture = TableFixture()
    let rows =
      #"[{"cursor":"x","node":{"a":1}},{"node":null},{"a":2},{"item":{"a":3},"node":{"a":4}},{"item":{"a":5}}]"#
    try fixture.table.add(PageRows(rows, nodeKeys: ["node", "item"]))
    #expect(try fixture.take().rows == ["{a: 1}", "{a: null}", "{a: 2}", "{a: 4}", "{a: 5}"])
  }

  @Test(
    "Elements that the page leaves out are not rows, and do not decide types",
    arguments: [
      ([0], "{a: json}", ["{a: `\"y\"`}", "{a: `1`}", "{a: `2`}"]),
      ([1, 2], "{a: json}", ["{a: `\"x\"`}", "{a: `2`}"]),
      ([2, 3], "{a: string}", ["{a: \"x\"}", "{a: \"y\"}"]),
      ([0, 1], "{a: int64}", ["{a: 1}", "{a: 2}"]),
      ([0, 1, 2, 3], "{}", []),
    ])
  func omissions(omitted: [Int], type: String, rows: [String]) throws {
    let fixture = TableFixture()
    try fixture.table.add(PageRows(#"[{"a":"x"},{"a":"y"},{"a":1},{"a":2}]"#, omitted: omitted))
    let batch = try fixture.take()
    #expect(batch.type == type)
    #expect(batch.rows == rows)
  }

  @Test("The array is a part of the body, and JSON text stands in it as the server wrote it")
  func part() throws {
    let (before, array) = (#"{"data":{"items":"#, #"[{"a": [1 ,"x"]},{"a": 1e0}]"#)
    let body = before + array + #"},"more":[{"a":true}]}"#
    let fixture = TableFixture()
    try fixture.table.add(
      PageRows(
        body: .copying(body.utf8), array: before.utf8.count..<before.utf8.count + array.utf8.count, nodeKeys: [],
        omitted: []))
    #expect(try fixture.take().rows == ["{a: `[1 ,\"x\"]`}", "{a: `1e0`}"])
  }

  @Test("A page without an array has no rows, and counts as a page")
  func withoutRows() throws {
    let fixture = TableFixture([try SelectedColumn("a", as: .int64)])
    try fixture.table.add(PageRows(body: .copying("{}".utf8), array: nil, nodeKeys: [], omitted: []))
    #expect(fixture.table.rowCount == 0)
    let failure = #expect(throws: ArrowError.self) { try fixture.add("[{\"a\":true}]") }
    #expect(failure?.message.hasPrefix("page 2, item at index 0: ") == true)
  }
}
