import Testing

@testable import PagerArrow

@Suite("A page that a table refuses")
struct RefusedPageTests {
  @Test(
    "Rows before the value that did not fit leave no trace, with nulls among them or not",
    arguments: [
      (ColumnType.int64, ["1", "null", "2"], ["1", "null", "2"], "\"x\"" as String?),
      (.int64, ["1", "2"], ["1", "2"], "\"x\""),
      (.float64, ["1.5", "null", "2.5"], ["1.5", "null", "2.5"], "\"x\""),
      (.bool, ["true", "null", "false"], ["true", "null", "false"], "1"),
      (.string, ["\"a\"", "null", "\"bc\""], ["\"a\"", "null", "\"bc\""], "1"),
      (.json, ["1", "null"], ["`1`", "null"], nil),
      (.date, ["\"1970-01-02\"", "null"], ["@1", "null"], "1"),
      (
        .list(.int64), ["[1,null]", "null", "[]", "[2]"], ["[1, null]", "null", "[]", "[2]"], "[3,\"x\"]"
      ),
      (.list(.string), ["[\"a\"]", "[null,\"b\"]"], ["[\"a\"]", "[null, \"b\"]"], "[\"c\",1]"),
      (
        .point, ["{\"a\":1}", "null", "{\"a\":null}", "{}", "{\"a\":2}"],
        ["{a: 1}", "null", "{a: null}", "{a: null}", "{a: 2}"], "{\"a\":\"x\"}"
      ),
    ])
  func leavesNoTrace(type: ColumnType, good: [String], cells: [String], bad: String?) throws {
    func page(_ values: [String]) -> String { "[\(values.map { "{\"x\":\($0)}" }.joined(separator: ","))]" }
    let fixture = TableFixture([try SelectedColumn("x", as: type), try SelectedColumn("y", as: .bool)])
    let wrong =
      bad.map { page(["null"] + good + ["null", $0]) }
      ?? "[\(good.map { "{\"x\":\($0)}" }.joined(separator: ",")),{\"x\":7,\"y\":7}]"
    let later = page(good.reversed())
    for (sound, count) in [(page(good), good.count), (later, 2 * good.count), (later, 3 * good.count)] {
      try fixture.add(sound)
      #expect(throws: ArrowError.self) { try fixture.add(wrong) }
      #expect(fixture.table.rowCount == count)
    }
    let batch = try fixture.take()
    #expect(batch["x"]?.values == cells + cells.reversed() + cells.reversed())
    #expect(batch["y"]?.values.allSatisfy { $0 == "null" } == true)
  }

  @Test("A column without nulls has none after a refused page had some, and gets its own later")
  func nulls() throws {
    let fixture = TableFixture([try SelectedColumn("a", as: .int64), try SelectedColumn("b", as: .int64)])
    let refused = #"[{"a":null,"b":1},{"a":3,"b":"x"}]"#
    try fixture.add(#"[{"a":2,"b":1}]"#)
    #expect(throws: ArrowError.self) { try fixture.add(refused) }
    #expect(try fixture.take()["a"]?.values == ["2"])
    try fixture.add(#"[{"a":2,"b":1}]"#)
    #expect(throws: ArrowError.self) { try fixture.add(refused) }
    try fixture.add(#"[{"a":null,"b":1},{"a":5,"b":1}]"#)
    #expect(try fixture.take()["a"]?.values == ["2", "null", "5"])
  }

  @Test("A refused first page leaves a table as new")
  func first() throws {
    let fixture = TableFixture([try SelectedColumn("a", as: .int64)])
    #expect(throws: ArrowError.self) { try fixture.add(#"[{"a":1},{"a":true}]"#) }
    #expect(fixture.table.rowCount == 0)
    let failure = #expect(throws: ArrowError.self) { try fixture.add(#"[{"a":true}]"#) }
    #expect(failure?.message.hasPrefix("page 1, item at index 0") == true)
    try fixture.add(#"[{"a":7}]"#)
    #expect(try fixture.take().rows == ["{a: 7}"])
  }

  @Test("Text that is not JSON is refused")
  func unreadable() throws {
    let fixture = TableFixture()
    let failure = #expect(throws: ArrowError.self) { try fixture.add(#"[{"x":"\ud800"}]"#) }
    #expect(failure?.message.contains("half of a surrogate pair") == true)
    try fixture.add("[{\"x\":1}]")
    #expect(try fixture.take().rows == ["{x: 1}"])
  }
}
