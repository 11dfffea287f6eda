import Testing

@testable import PagerArrow

@Suite("The values that a given type takes")
struct GivenTypeTests {
  private func column(_ type: ColumnType, of value: String) throws -> BatchColumn {
    let fixture = TableFixture([try SelectedColumn("x", as: type)])
    try fixture.add("[{\"x\":\(value)}]")
    return try #require(try fixture.take()["x"])
  }

  @Test(
    "A type takes values of its kind, as they are",
    arguments: [
      ("bool", "true", "true"), ("bool", "null", "null"),
      ("int64", "0", "0"), ("int64", "-9223372036854775808", "-9223372036854775808"),
      ("int64", "9223372036854775807", "9223372036854775807"),
      // Integers that a server writes with a fraction of zero, as far as doubles have no gaps.
      ("int64", "2.0", "2"), ("int64", "-3e2", "-300"), ("int64", "9007199254740992.0", "9007199254740992"),
      ("int64", "-9007199254740992.0", "-9007199254740992"),
      ("float64", "1", "1.0"), ("float64", "-9007199254740992", "-9007199254740992.0"), ("float64", "1e300", "1e+300"),
      ("string", "\"\\u00e4\"", "\"ä\""),
      ("json", "1.50", "`1.50`"), ("json", " [1 , {}]", "`[1 , {}]`"), ("json", "\"l\\u00e4mp\"", "`\"l\\u00e4mp\"`"),
      ("json", "9223372036854775808", "`9223372036854775808`"),
      ("date", "\"1969-12-31\"", "@-1"), ("date", "\"2026-11-22\"", "@20779"),
      ("timestamp", "\"2026-11-22T12:25:00.5Z\"", "@1795350300500000"),
      ("timestamp", "\"2026-11-22T14:25+02:00\"", "@1795350300000000"),
      ("timestamp_ns", "\"2026-11-22T12:25:00.123456789Z\"", "@1795350300123456789"),
      ("timestamp_local", "\"2026-11-22 12:25:00\"", "@1795350300000000"),
      ("timestamp_local_ns", "\"2026-11-22 12:25:00.000000001\"", "@1795350300000000001"),
    ])
  func taken(word: String, value: String, cell: String) throws {
    let type = try #require(ColumnType(word: word))
    #expect(try column(type, of: value).values == [cell])
    #expect(try column(.list(type), of: "[\(value),null]").values == ["[\(cell), null]"])
  }

  @Test("A type of objects takes the members that it names, and leaves others out")
  func objects() throws {
    let type = ColumnType.structure(
      StructureType(
        fields: [ColumnField(name: "b", type: .list(ColumnType.point)), ColumnField(name: "a", type: .float64)],
        isSelection: true))
    let column = try column(type, of: #"{"a":1,"c":{"b":"x"},"b":[{"a":2,"d":0},{"z":[]},null]}"#)
    #expect(column.type == "{b: [{a: int64}], a: float64}")
    #expect(column.values == ["{b: [{a: 2}, {a: null}, null], a: 1.0}"])
    #expect(try self.column(type, of: "{}").values == ["{b: null, a: null}"])
  }

  @Test(
    "Any other value is refused, and the message names page, item, column, type and value",
    arguments: [
      ("bool", "0", "bool, but the value is 0"), ("bool", "\"true\"", "bool, but the value is the string \"true\""),
      ("int64", "1.5", "int64, but the value is 1.5"), ("int64", "\"1\"", "int64, but the value is the string \"1\""),
      ("int64", "true", "int64, but the value is true"), ("int64", "{}", "int64, but the value is an object"),
      ("int64", "9007199254740994.0", "int64, but the value is 9007199254740994.0"),
      ("int64", "9223372036854775808", "int64, but the value is 9223372036854775808"),
      ("int64", "18446744073709551615", "int64, but the value is 18446744073709551615"),
      ("float64", "9007199254740993", "float64, but the value is 9007199254740993"),
      ("float64", "-9007199254740993", "float64, but the value is -9007199254740993"),
      ("float64", "9223372036854775808", "float64, but the value is 9223372036854775808"),
      ("float64", "\"1\"", "float64, but the value is the string \"1\""),
      ("string", "1", "string, but the value is 1"), ("string", "[]", "string, but the value is an array"),
      ("date", "20261122", "date, but the value is 20261122"),
      (
        "date", "\"2026-02-29\"",
        "date, but the value is the string \"2026-02-29\": it is neither a date like 2026-11-22 nor a timestamp like"
          + " 2026-11-22T12:25:00Z"
      ),
      (
        "date", "\"2026-11-22T00:00\"",
        "date, but the value is the string \"2026-11-22T00:00\": it has a time, which the type date would drop; use"
          + " timestamp"
      ),
      ("timestamp", "1795350300", "timestamp, but the value is 1795350300"),
      (
        "timestamp", "\"2026-11-22T12:25:00\"",
        "timestamp, but the value is the string \"2026-11-22T12:25:00\": it has no zone; use the type timestamp_local"
      ),
      (
        "timestamp_ns", "\"2026-11-22\"",
        "timestamp_ns, but the value is the string \"2026-11-22\": it has no zone; use the type timestamp_local_ns"
      ),
      (
        "timestamp_local", "\"2026-11-22T12:25:00Z\"",
        "timestamp_local, but the value is the string \"2026-11-22T12:25:00Z\": it has a zone, which the type would"
          + " drop; use the type timestamp"
      ),
      (
        "timestamp", "\"2026-11-22T12:25:00.0000001Z\"",
        "timestamp, but the value is the string \"2026-11-22T12:25:00.0000001Z\": it is finer than a microsecond; use"
          + " the type timestamp_ns"
      ),
      (
        "timestamp_ns", "\"1600-01-01T00:00Z\"",
        "timestamp_ns, but the value is the string \"1600-01-01T00:00Z\": nanoseconds reach only from 1677 to 2262; use"
          + " the type without _ns"
      ),
      (
        "timestamp", "\"2016-12-31T23:59:60Z\"",
        "timestamp, but the value is the string \"2016-12-31T23:59:60Z\": a timestamp has no leap seconds"
      ),
      (
        "timestamp", "\"2026-11-22T12:25:00.1234567891Z\"",
        "timestamp, but the value is the string \"2026-11-22T12:25:00.1234567891Z\": a fraction of a second has one to"
          + " nine digits"
      ),
    ])
  func refused(word: String, value: String, message: String) throws {
    let type = try #require(ColumnType(word: word))
    let fixture = TableFixture([try SelectedColumn("at", as: type)])
    try fixture.add("[{\"at\":null}]")
    let failure = #expect(throws: ArrowError.self) { try fixture.add("[{},{\"at\":\(value)},{}]") }
    #expect(failure?.message == "page 2, item at index 1: the column \"at\" has the type \(message)")
    #expect(try fixture.take().rows == ["{at: null}"])
  }

  @Test(
    "The message names the way to a value inside lists and objects",
    arguments: [
      (ColumnType.list(.int64), "1", "the column \"x\" has the type of a list, but the value is 1"),
      (.list(.int64), "[1,\"y\"]", "the column \"x[]\" has the type int64, but the value is the string \"y\""),
      (.list(.list(.bool)), "[[true],[0]]", "the column \"x[][]\" has the type bool, but the value is 0"),
      (.point, "[1]", "the column \"x\" has the type of an object, but the value is an array"),
      (
        .point, "{\"a\":null,\"b\":1,\"a\":2}",
        "the column \"x\" has the type of an object, but the value is an object"
          + ": the object has the key \"a\" twice"
      ),
      (.point, "{\"a\":{}}", "the column \"x.a\" has the type int64, but the value is an object"),
      (.list(.point), "[null,{\"a\":true}]", "the column \"x[].a\" has the type int64, but the value is true"),
      (
        .structure(
          StructureType(fields: [ColumnField(name: "b", type: .list(.list(.point)))], isSelection: true)),
        "{\"b\":[[{}],[{\"a\":1},{\"a\":[]}]]}",
        "the column \"x.b[][].a\" has the type int64, but the value is an array"
      ),
    ])
  func places(type: ColumnType, value: String, message: String) throws {
    let fixture = TableFixture([try SelectedColumn("x", as: type)])
    let failure = #expect(throws: ArrowError.self) { try fixture.add("[{\"x\":\(value)}]") }
    #expect(failure?.message == "page 1, item at index 0: \(message)")
  }

  @Test("A message shortens long texts")
  func longTexts() throws {
    let fixture = TableFixture([try SelectedColumn("x", as: .bool)])
    for (length, end) in [(60, "\""), (61, "…\"")] {
      let text = String(repeating: "y", count: length)
      let failure = #expect(throws: ArrowError.self) { try fixture.add("[{\"x\":\"\(text)\"}]") }
      #expect(failure?.message.hasSuffix("the string \"\(text.prefix(60))\(end)") == true)
    }
    let digits = "1." + String(repeating: "5", count: 70)
    let failure = #expect(throws: ArrowError.self) { try fixture.add("[{\"x\":\(digits)}]") }
    #expect(failure?.message.hasSuffix("the value is \(digits.prefix(60))") == true)
  }
}
