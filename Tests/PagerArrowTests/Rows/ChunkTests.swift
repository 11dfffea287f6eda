import Testing

@testable import PagerArrow

@Suite("The chunks that a table hands out")
struct ChunkTests {
  /// A page of rows whose only member counts from a number.
  private func page(_ count: Int, from first: Int = 0, _ suffix: String = "") -> String {
    "[\((first..<first + count).map { "{\"a\":\($0)\(suffix)}" }.joined(separator: ","))]"
  }

  private func sizes(_ fixture: TableFixture) throws -> [Int] { try fixture.takeAll().map(\.rowCount) }

  @Test(
    "A chunk is full with enough rows, and then the next page opens another one; no page is divided",
    arguments: [
      ([1, 1, 1], [3]), ([3, 1, 1, 3], [4, 4]), ([3, 2, 1], [5, 1]), ([4, 1], [4, 1]), ([4, 4, 4], [4, 4, 4]),
      ([3, 9, 1], [12, 1]),
      ([0, 5, 0, 1], [5, 1]), ([0, 0], []),
    ])
  func fullByRows(pages: [Int], chunks: [Int]) throws {
    for types in [[try SelectedColumn("a", as: .int64)], nil] {
      let fixture = TableFixture(types, full: ChunkSize(rows: 4))
      for count in pages { try fixture.add(page(count)) }
      #expect(fixture.table.rowCount == pages.reduce(0, +))
      #expect(try sizes(fixture) == chunks)
    }
  }

  @Test("A chunk is full with enough bytes of pages", arguments: [(19, [3, 1]), (18, [2, 2]), (9, [1, 1, 1, 1])])
  func fullByBytes(bytes: Int, chunks: [Int]) throws {
    let fixture = TableFixture(full: ChunkSize(bytes: bytes))
    // Each page has nine bytes.
    for number in 1...4 { try fixture.add(page(1, from: number)) }
    #expect(try sizes(fixture) == chunks)
  }

  @Test("Full chunks keep their sizes and values when a later page widens a type")
  func widened() throws {
    let fixture = TableFixture(full: ChunkSize(rows: 4))
    for (count, first) in [(4, 0), (4, 4), (2, 8)] { try fixture.add(page(count, from: first)) }
    try fixture.add(page(1, from: 10, ".5"))
    let batches = try fixture.takeAll()
    #expect(batches.map(\.rowCount) == [4, 4, 3])
    #expect(batches.allSatisfy { $0.type == "{a: float64}" })
    #expect(batches.flatMap(\.rows) == (0..<10).map { "{a: \($0).0}" } + ["{a: 10.5}"])
  }

  @Test("Pages on both sides of a new type share a chunk, so that a few rows are not a batch of their own")
  func joined() throws {
    let fixture = TableFixture(full: ChunkSize(rows: 4))
    for rows in ["[{\"a\":1}]", "[{\"a\":0.5}]", "[{\"a\":\"x\"}]", page(4), "[{\"a\":2,\"b\":3}]", "[{\"a\":4}]"] {
      try fixture.add(rows)
    }
    let batches = try fixture.takeAll()
    #expect(batches.map(\.rowCount) == [7, 2])
    #expect(batches.allSatisfy { $0.type == "{a: json, b: int64}" })
    #expect(
      batches.flatMap { $0["a"]?.values ?? [] }
        == ["1", "0.5", "\"x\"", "0", "1", "2", "3", "2", "4"].map { "`\($0)`" })
  }

  @Test(
    "A chunk that was filled again goes on with a later one, unless that is full", arguments: [(3, [4]), (4, [1, 4])])
  func refilled(later: Int, chunks: [Int]) throws {
    let fixture = TableFixture(full: ChunkSize(rows: 4))
    try fixture.add(page(1))
    for number in 1...later { try fixture.add(page(1, from: number, ".5")) }
    #expect(try sizes(fixture) == chunks)
  }

  @Test("An integer beyond 2⁵³ in a full chunk keeps its digits when fractions come")
  func largeInFullChunk() throws {
    for types in [[try SelectedColumn("a")], nil] {
      let fixture = TableFixture(types, full: ChunkSize(rows: 1))
      for value in ["1", "9007199254740993", "2", "0.5"] { try fixture.add("[{\"a\":\(value)}]") }
      let batches = try fixture.takeAll()
      #expect(batches.flatMap { $0["a"]?.values ?? [] } == ["`1`", "`9007199254740993`", "`2`", "`0.5`"])
    }
  }

  @Test("A table gives its chunks in the order of their rows, and takes further pages between")
  func taken() throws {
    let fixture = TableFixture(full: ChunkSize(rows: 2))
    for first in [0, 2, 4] { try fixture.add(page(2, from: first)) }
    #expect(try fixture.take().rows == ["{a: 0}", "{a: 1}"])
    #expect(fixture.table.rowCount == 4)
    try fixture.add(page(1, from: 6))
    #expect(try fixture.takeAll().flatMap(\.rows) == (2..<7).map { "{a: \($0)}" })
    #expect(fixture.table.rowCount == 0)
    let empty = try fixture.take()
    #expect(empty.type == "{a: int64}")
    #expect(empty.rows == [])
  }

  @Test("A table without rows has the columns that a configuration names, and no others")
  func withoutRows() throws {
    let given = try TableFixture([SelectedColumn("a", as: .string), SelectedColumn("b", as: .list(.json))]).take()
    #expect(given.type == "{a: string, b: [json]}")
    #expect(given.rows == [])
    #expect(try TableFixture([SelectedColumn("a")]).take().type == "{a: null}")
    #expect(try TableFixture().take().type == "{}")
  }

  @Test("Thousands of rows keep their values while the memory of columns grows")
  func many() throws {
    let fixture = TableFixture()
    func row(_ number: Int) -> String {
      let flag = number % 3 == 0 ? "null" : "\(number % 2 == 0)"
      return "{\"n\":\(number),\"d\":\(number).25,\"t\":\"text \(number)\",\"f\":\(flag),\"l\":[\(number),null]}"
    }
    func cells(_ number: Int) -> String {
      let flag = number % 3 == 0 ? "null" : "\(number % 2 == 0)"
      return "{n: \(number), d: \(number).25, t: \"text \(number)\", f: \(flag), l: [\(number), null]}"
    }
    for start in stride(from: 0, to: 3_000, by: 500) {
      try fixture.add("[\((start..<start + 500).map(row).joined(separator: ","))]")
    }
    let batch = try fixture.take()
    #expect(batch.type == "{n: int64, d: float64, t: string, f: bool, l: [int64]}")
    #expect(batch.rows == (0..<3_000).map(cells))
  }
}
