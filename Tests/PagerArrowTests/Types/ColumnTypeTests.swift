import Testing

@testable import PagerArrow

@Suite("The type of a column whose values decide it")
struct ColumnTypeTests {
  struct Case: CustomTestStringConvertible {
    let values: [String]
    let type: String
    let column: [String]

    init(_ values: [String], _ type: String, _ column: [String]) {
      self.values = values
      self.type = type
      self.column = column
    }

    var testDescription: String { values.joined(separator: ", ") }
  }

  @Test(
    "A column has the narrowest type that holds every value, on one page or on several",
    arguments: [
      Case(["null", "null"], "null", ["null", "null"]),
      Case(["true", "null", "false"], "bool", ["true", "null", "false"]),
      Case(["null", "1"], "int64", ["null", "1"]),
      Case(["-0", "9223372036854775807", "-9223372036854775808"], "int64", ["0", "\(Int64.max)", "\(Int64.min)"]),
      Case(["1", "2.5"], "float64", ["1.0", "2.5"]),
      Case(["2.5", "null", "1"], "float64", ["2.5", "null", "1.0"]),
      Case(["1e2", "-0.0"], "float64", ["100.0", "-0.0"]),
      Case(["\"\"", "null", #""\ud83d\ude00 \"\n""#], "string", ["\"\"", "null", "\"😀 \"\n\""]),
      // A double holds each integer up to 2⁵³ exactly.
      Case(["9007199254740992", "2.5"], "float64", ["9007199254740992.0", "2.5"]),
      Case(["-9007199254740992", "2.5"], "float64", ["-9007199254740992.0", "2.5"]),
      Case(["9007199254740993", "1"], "int64", ["9007199254740993", "1"]),
      Case(["9007199254740993", "2.5"], "json", ["`9007199254740993`", "`2.5`"]),
      Case(["2.5", "-9007199254740993"], "json", ["`2.5`", "`-9007199254740993`"]),
      Case(["1", "-9007199254740993", "2", "2.5"], "json", ["`1`", "`-9007199254740993`", "`2`", "`2.5`"]),
      // No type of Arrow that all readers know holds integers beyond int64.
      Case(["9223372036854775808", "1"], "json", ["`9223372036854775808`", "`1`"]),
      Case(["1", "null", "18446744073709551615"], "json", ["`1`", "null", "`18446744073709551615`"]),
      // Values of several kinds.
      Case(["1", "\"x\""], "json", ["`1`", "`\"x\"`"]),
      Case(["\"x\"", "1"], "json", ["`\"x\"`", "`1`"]),
      Case(["true", "1"], "json", ["`true`", "`1`"]),
      Case(["1.5", "false"], "json", ["`1.5`", "`false`"]),
      Case(["[1]", "1"], "json", ["`[1]`", "`1`"]),
      Case(["{\"a\":1}", "[]"], "json", ["`{\"a\":1}`", "`[]`"]),
      Case(["\"x\"", "{}"], "json", ["`\"x\"`", "`{}`"]),
      Case(["1", "\"x\"", "2.5", "[ 1 ]"], "json", ["`1`", "`\"x\"`", "`2.5`", "`[ 1 ]`"]),
      // Lists.
      Case(["[]", "null", "[]"], "[null]", ["[]", "null", "[]"]),
      Case(["[]", "[null]"], "[null]", ["[]", "[null]"]),
      Case(["[null]", "[1, 2]", "[]"], "[int64]", ["[null]", "[1, 2]", "[]"]),
      Case(["[1]", "[0.5, null]"], "[float64]", ["[1.0]", "[0.5, null]"]),
      Case(["[9007199254740993]", "[0.5]"], "[json]", ["[`9007199254740993`]", "[`0.5`]"]),
      Case([#"[ 1, {"a" : null} ]"#], "[json]", ["[`1`, `{\"a\" : null}`]"]),
      Case(["[[], [1]]", "[null, [2, null]]"], "[[int64]]", ["[[], [1]]", "[null, [2, null]]"]),
      // Objects.
      Case(["{}", "null"], "json", ["`{}`", "null"]),
      Case(["{}", "{ }"], "json", ["`{}`", "`{ }`"]),
      Case(["{}", "{\"a\":1}"], "{a: int64}", ["{a: null}", "{a: 1}"]),
      Case(["{}", "[]"], "json", ["`{}`", "`[]`"]),
      Case(["[{}]", "[]"], "[json]", ["[`{}`]", "[]"]),
      Case(
        [#"{"b":1}"#, #"{"a":true,"b":2.5}"#, "null"], "{b: float64, a: bool}",
        ["{b: 1.0, a: null}", "{b: 2.5, a: true}", "null"]),
      Case(
        [#"{"a":{"b":1}}"#, #"{"a":null}"#, #"{"a":{"c":["x"]}}"#], "{a: {b: int64, c: [string]}}",
        ["{a: {b: 1, c: null}}", "{a: null}", "{a: {b: null, c: [\"x\"]}}"]),
      Case(
        [#"{"a":9007199254740993}"#, #"{"a":1.5}"#], "{a: json}", ["{a: `9007199254740993`}", "{a: `1.5`}"]),
      Case(
        [#"[{"n":1},{}]"#, #"[null,{"n":2}]"#], "[{n: int64}]", ["[{n: 1}, {n: null}]", "[null, {n: 2}]"]),
      Case([#"{"":1,"née":2}"#], "{: int64, née: int64}", ["{: 1, née: 2}"]),
      // A structure would lose a value of an object that has a key twice, and a name cannot contain a NUL.
      Case([#"{"a":1,"a":2}"#], "json", [#"`{"a":1,"a":2}`"#]),
      Case([#"{"a":1}"#, #"{"b":1,"a":2,"b":1}"#], "json", [#"`{"a":1}`"#, #"`{"b":1,"a":2,"b":1}`"#]),
      Case([#"{"a\u0000":1}"#], "json", [#"`{"a\u0000":1}`"#]),
      Case([#"{"a":1}"#, #"{"a":1,"\u0000":1}"#], "json", [#"`{"a":1}`"#, #"`{"a":1,"\u0000":1}`"#]),
    ])
  func narrowest(example: Case) throws {
    let rows = example.values.map { "{\"x\":\($0)}" }
    let onePage = TableFixture()
    try onePage.add("[\(rows.joined(separator: ","))]")
    let pages = TableFixture()
    try pages.addEach(rows)
    let told = TableFixture()
    for row in rows { try told.table.fit(.init("[\(row)]")) }
    try told.addEach(rows)
    for table in [onePage, pages, told] {
      let batch = try table.take()
      #expect(batch.type == "{x: \(example.type)}")
      #expect(batch["x"]?.values == example.column)
    }
  }

  @Test("Types that a table was told of hold values that it got before, and those that it never gets")
  func fits() throws {
    let fixture = TableFixture()
    try fixture.add(#"[{"n":1,"big":9007199254740993},{"n":2}]"#)
    try fixture.table.fit(.init(#"[{"n":1.5,"t":"x","big":0.5}]"#))
    let batch = try fixture.take()
    #expect(batch.type == "{n: float64, big: json, t: string}")
    #expect(batch.rows == ["{n: 1.0, big: `9007199254740993`, t: null}", "{n: 2.0, big: null, t: null}"])
  }

  @Test(
    "A name of a configuration means a type, which Arrow and messages call so", arguments: ColumnType.words.map(\.key))
  func words(word: String) throws {
    let type = try #require(ColumnType(word: word))
    #expect(type.description == word)
    let fixture = TableFixture([try SelectedColumn("x", as: type)])
    #expect(try fixture.take().type == "{x: \(word)}")
  }

  @Test("No other name means a type", arguments: ["int32", "Bool", "", "null", "timestamp_s", "[int64]"])
  func otherWords(word: String) {
    #expect(ColumnType(word: word) == nil)
  }
}
