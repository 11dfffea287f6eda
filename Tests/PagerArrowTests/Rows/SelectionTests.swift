import Testing

@testable import PagerArrow

@Suite("Columns that a configuration names")
struct SelectionTests {
  static let row = #"{"id":1,"by":{"name":"x","age":null},"tags":["a","b"],"a/b":7,"0":true,"m~n":{"":2.5}}"#

  @Test(
    "A pointer leads from the row to the value, and gives a null if it leads to nothing",
    arguments: [
      ("/id", "int64", "1"), ("/by/name", "string", "\"x\""), ("/by", "{name: string, age: null}", nil),
      ("/by/age", "null", "null"), ("/by/age/x", "null", "null"), ("/id/x", "null", "null"),
      ("/tags", "[string]", "[\"a\", \"b\"]"), ("/tags/0", "string", "\"a\""), ("/tags/1", "string", "\"b\""),
      ("/tags/2", "null", "null"), ("/tags/00", "null", "null"), ("/tags/-", "null", "null"),
      ("/tags/name", "null", "null"), ("/a~1b", "int64", "7"), ("/0", "bool", "true"), ("/m~0n/", "float64", "2.5"),
      ("/i", "null", "null"), ("/idx", "null", "null"), ("", nil, nil),
    ])
  func pointers(pointer: String, type: String?, value: String?) throws {
    let fixture = TableFixture([try SelectedColumn("x", pointer)])
    try fixture.add("[\(Self.row)]")
    let batch = try fixture.take()
    if let type { #expect(batch["x"]?.type == type) }
    if let value { #expect(batch["x"]?.values == [value]) }
    #expect(batch.columns.map(\.name) == ["x"])
  }

  @Test("Columns come in the order of the configuration, each of its own type, with a null for each row without it")
  func several() throws {
    let fixture = TableFixture([
      try SelectedColumn("name", "/by/name"), try SelectedColumn("id", as: .int64),
      try SelectedColumn("row", "", as: .json), try SelectedColumn("second", "/tags/1"),
      try SelectedColumn(
        "by", as: .structure(StructureType(fields: [ColumnField(name: "age", type: .int64)], isSelection: true))),
    ])
    try fixture.add(#"[{"id":1,"by":{"name":"x"},"tags":["a","b"]},{"id":2.0,"tags":[]},null]"#)
    try fixture.add(#"[7,[{}]]"#)
    let batch = try fixture.take()
    #expect(batch.type == "{name: string, id: int64, row: json, second: string, by: {age: int64}}")
    #expect(batch["name"]?.values == ["\"x\"", "null", "null", "null", "null"])
    #expect(batch["id"]?.values == ["1", "2", "null", "null", "null"])
    #expect(
      batch["row"]?.values == [
        #"`{"id":1,"by":{"name":"x"},"tags":["a","b"]}`"#, #"`{"id":2.0,"tags":[]}`"#, "null", "`7`", "`[{}]`",
      ])
    #expect(batch["second"]?.values == ["\"b\"", "null", "null", "null", "null"])
    #expect(batch["by"]?.values == ["{age: null}", "null", "null", "null", "null"])
  }

  @Test("Without a type, the values decide it, and later pages widen it")
  func inferred() throws {
    let fixture = TableFixture([try SelectedColumn("a"), try SelectedColumn("b", as: .string)])
    try fixture.addEach([#"{"a":1,"b":"x","c":[]}"#, #"{"a":0.5}"#, #"{"a":9007199254740993}"#])
    let batch = try fixture.take()
    #expect(batch.type == "{a: json, b: string}")
    #expect(batch["a"]?.values == ["`1`", "`0.5`", "`9007199254740993`"])
    let first = TableFixture([try SelectedColumn("a")])
    try first.addEach([#"{"a":9007199254740993}"#, #"{"a":0.5}"#])
    #expect(try first.take()["a"]?.values == ["`9007199254740993`", "`0.5`"])
  }

  @Test("An object on the way that has the key twice is refused, whatever the type")
  func ambiguous() throws {
    for type in [ColumnType.json, nil] {
      let fixture = TableFixture([try SelectedColumn("x", "/by/name", as: type)])
      let failure = #expect(throws: ArrowError.self) {
        try fixture.add(#"[{},{"by":{"name":1,"x":0,"name":2}}]"#)
      }
      #expect(failure?.message.hasPrefix(#"page 1, item at index 1: the column "x" has the type "#) == true)
      #expect(failure?.message.hasSuffix(": an object on the way to the value has the key twice") == true)
      #expect(fixture.table.rowCount == 0)
    }
  }

  @Test("A table has given types if each column has one")
  func given() throws {
    #expect(!TableFixture().table.isGiven)
    #expect(!TableFixture([try SelectedColumn("a"), try SelectedColumn("b", as: .bool)]).table.isGiven)
    let fixture = TableFixture([try SelectedColumn("a", as: .int64), try SelectedColumn("b", as: .bool)])
    #expect(fixture.table.isGiven)
    #expect(try fixture.take().type == "{a: int64, b: bool}")
  }
}
