import Testing

@testable import PagerArrow

@Suite("How deep and how wide rows may be as columns")
struct ColumnLimitTests {
  private func object(keys: Range<Int>) -> String {
    "{\(keys.map { "\"k\($0)\":\($0)" }.joined(separator: ","))}"
  }

  /// The type of a value in one list after the other.
  private func nested(_ type: String, lists: Int) -> String {
    String(repeating: "[", count: lists) + type + String(repeating: "]", count: lists)
  }

  @Test("A value nested deeper than 32 levels is text from there on, lists and objects alike")
  func depth() throws {
    let fixture = TableFixture()
    // The row is the first level.
    try fixture.add("[{\"fits\":\(nested("1", lists: 31)),\"deep\":\(nested("1", lists: 40))}]")
    let batch = try fixture.take()
    #expect(batch["fits"]?.type == nested("int64", lists: 31))
    #expect(batch["fits"]?.values == [nested("1", lists: 31)])
    #expect(batch["deep"]?.type == nested("json", lists: 31))
    #expect(batch["deep"]?.values == [nested("`\(nested("1", lists: 9))`", lists: 31)])
    let objects = TableFixture()
    let value = String(repeating: "{\"a\":", count: 33) + "1" + String(repeating: "}", count: 33)
    try objects.add("[\(value)]")
    let type = String(repeating: "{a: ", count: 32) + "json" + String(repeating: "}", count: 32)
    #expect(try objects.take().type == type)
  }

  @Test("Objects with more than 1,024 different keys are text, and none is lost", arguments: [1_024, 1_025])
  func width(keys: Int) throws {
    let wide = TableFixture()
    try wide.add("[{\"x\":1,\"wide\":\(object(keys: 0..<keys))}]")
    let batch = try wide.take()
    #expect(batch["x"]?.type == "int64")
    let isText = keys > 1_024
    #expect((batch["wide"]?.type == "json") == isText)
    if isText { #expect(batch["wide"]?.values == ["`\(object(keys: 0..<keys))`"]) }
    // Also if no object has all of them.
    let rows = TableFixture()
    let halves = [object(keys: 0..<500), object(keys: 500..<keys)]
    try rows.add("[\(halves.joined(separator: ","))]")
    let columns = try rows.take().columns
    #expect(columns.count == (isText ? 1 : keys))
    if isText { #expect(columns.first?.values == halves.map { "`\($0)`" }) }
  }

  @Test("Objects with which all levels would have more than 4,096 columns are text", arguments: [1_022, 1_023])
  func total(keys: Int) throws {
    // Beside the keys there are eight columns: the row's five, and the elements of three lists.
    let objects = (0..<4).map { "\"o\($0)\":\(object(keys: 0..<keys))" }.joined(separator: ",")
    let fixture = TableFixture()
    try fixture.add("[{\"list\":[[[1]]],\(objects)}]")
    let batch = try fixture.take()
    let types = try (0..<4).map { try #require(batch["o\($0)"]?.type) }
    #expect(types.map { $0 == "json" } == [false, false, false, keys == 1_023])
    #expect(batch["list"]?.type == "[[[int64]]]")
  }

  @Test("A server that gives each row keys of its own does not use up the memory")
  func sparse() throws {
    let pages = [
      "[\((0..<1_000).map { object(keys: $0..<$0 + 1) }.joined(separator: ","))]",
      "[\(Array(repeating: "{}", count: 40_000).joined(separator: ","))]",
    ]
    let all = TableFixture()
    try all.add(pages[0])
    let failure = #expect(throws: ArrowError.self) { try all.add(pages[1]) }
    #expect(
      failure?.message
        == "the rows have 1000 columns in all, and nearly all are empty in nearly all rows: name those you want")
    let named = TableFixture([try SelectedColumn("k1")])
    for page in pages { try named.add(page) }
    #expect(try named.take()["k1"]?.values.count { $0 == "1" } == 1)
  }
}
