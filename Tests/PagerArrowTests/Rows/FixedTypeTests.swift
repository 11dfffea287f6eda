import Testing

@testable import PagerArrow

@Suite("A table whose types stay, because rows were taken")
struct FixedTypeTests {
  /// A table that gave out the rows of a first page.
  private func taken(_ rows: String) throws -> TableFixture {
    let fixture = TableFixture()
    try fixture.add(rows)
    _ = try fixture.takeAll()
    return fixture
  }

  @Test(
    "A page that does not fit is refused, and the message says why",
    arguments: [
      ("[{\"a\":1}]", "[{\"a\":2.5}]", "the column \"a\" has the type int64, but the value is 2.5"),
      // Only a configuration means the value, and not how the server wrote it.
      ("[{\"a\":1}]", "[{\"a\":2.0}]", "the column \"a\" has the type int64, but the value is 2.0"),
      (
        "[{\"a\":0.5}]", "[{\"a\":9007199254740993}]",
        "the column \"a\" has the type float64, but the value is"
          + " 9007199254740993"
      ),
      (
        "[{\"a\":null}]", "[{\"a\":1}]",
        "the column \"a\" has the type null, because only nulls came before, but the"
          + " value is 1"
      ),
      (
        "[{\"a\":[]}]", "[{\"a\":[1]}]",
        "the column \"a[]\" has the type null, because only nulls came before, but the"
          + " value is 1"
      ),
      (
        "[{\"a\":1}]", "[{\"b\":1}]",
        "the rows have the type of an object, but the value is an object: there is no"
          + " column for the key \"b\""
      ),
      (
        "[{\"a\":{\"b\":1}}]", "[{\"a\":{\"c\":1}}]",
        "the column \"a\" has the type of an object, but the value is an"
          + " object: there is no column for the key \"c\""
      ),
      ("[{\"a\":1}]", "[7]", "the rows have the type of an object, but the value is 7"),
      (
        "[{\"a\":1}]", "[{\"a\":1,\"a\":2}]",
        "the rows have the type of an object, but the value is an object: the object"
          + " has the key \"a\" twice"
      ),
      ("[7]", "[true]", "the column \"value\" has the type int64, but the value is true"),
      ("[[7]]", "[[true]]", "the column \"value[]\" has the type int64, but the value is true"),
    ])
  func refused(first: String, second: String, message: String) throws {
    let fixture = try taken(first)
    let failure = #expect(throws: ArrowError.self) { try fixture.add(second) }
    #expect(failure?.message == "page 2, item at index 0: \(message)")
    // A refused page is not counted.
    let again = #expect(throws: ArrowError.self) { try fixture.add(second) }
    #expect(again?.message == failure?.message)
    try fixture.add(first)
    #expect(try fixture.take().rowCount == 1)
  }

  @Test("A long key is shortened in the message")
  func longKey() throws {
    let fixture = try taken("[{\"a\":1}]")
    let key = String(repeating: "k", count: 61)
    let failure = #expect(throws: ArrowError.self) { try fixture.add("[{\"\(key)\":1}]") }
    #expect(failure?.message.hasSuffix("the key \"\(key.dropLast())…\"") == true)
  }

  @Test("Rows that say nothing of columns leave a table without any")
  func withoutColumns() throws {
    let fixture = try taken("[null,{}]")
    let failure = #expect(throws: ArrowError.self) { try fixture.add("[{\"a\":1}]") }
    #expect(failure?.message.hasSuffix("there is no column for the key \"a\"") == true)
    try fixture.add("[{},null,{}]")
    #expect(try fixture.take().rowCount == 3)
  }

  @Test("A column of objects without members is JSON text from then on, and takes any value")
  func emptyObjects() throws {
    let fixture = TableFixture()
    try fixture.add("[{\"a\":{},\"b\":[{}]}]")
    #expect(try fixture.take().type == "{a: json, b: [json]}")
    try fixture.add("[{\"a\":7,\"b\":[true,{\"c\":1}]}]")
    #expect(try fixture.take().rows == ["{a: `7`, b: [`true`, `{\"c\":1}`]}"])
  }

  @Test("The schema alone fixes the types, and rows that are told of later change nothing")
  func schemaFirst() throws {
    let fixture = TableFixture()
    try fixture.add("[{\"a\":1}]")
    #expect(!fixture.table.isFixed)
    try fixture.table.fix()
    #expect(fixture.table.isFixed)
    try fixture.table.fit(.init("[{\"a\":\"x\"}]"))
    #expect(throws: ArrowError.self) { try fixture.add("[{\"a\":0.5}]") }
    try fixture.add("[{\"a\":2}]")
    #expect(try fixture.takeAll().flatMap(\.rows) == ["{a: 1}", "{a: 2}"])
    #expect(try fixture.take().type == "{a: int64}")
    #expect(try fixture.take().rows == [])
  }

  @Test("Objects, null or not, and missing members stay in their rows")
  func nulls() throws {
    let fixture = try taken("[{\"a\":1,\"o\":{\"n\":1}}]")
    try fixture.add("[{\"o\":{\"n\":2}},null,{\"a\":3},{\"o\":null},{\"o\":{}},{\"o\":{\"n\":6},\"a\":6}]")
    #expect(
      try fixture.take().rows == [
        "{a: null, o: {n: 2}}", "{a: null, o: null}", "{a: 3, o: null}", "{a: null, o: null}",
        "{a: null, o: {n: null}}",
        "{a: 6, o: {n: 6}}",
      ])
  }
}
