import TestSupport
import Testing

@testable import PagerArrow

/// Any rows on any pages become the columns that a second, simpler model makes of them.
///
/// `SWIFTPAGER_SEED` repeats a run.
@Suite("Drawn rows")
struct DrawnRowTests {
  @Test("Rows of mostly one type become the columns of the model")
  func rowsWithTypes() throws {
    try check("rows with types") { DrawnValue.row(&$0) }
  }

  @Test("Rows of anything become the columns of the model")
  func rowsOfAnything() throws {
    try check("rows of anything") { DrawnValue.any(&$0) }
  }

  private func check(_ name: String, _ draw: (inout SeededGenerator) -> DrawnValue) throws {
    let chance = StressChance(name)
    var types: Set<String> = []
    for index in 0..<StressChance.count(300, long: 20_000) {
      var generator = chance.generator(index)
      let pages = DrawnValue.some(upTo: 4, &generator) { DrawnValue.some(upTo: 6, &$0, draw) }
      let told = generator.chance(1, of: 4) ? DrawnValue.some(upTo: 3, &generator, draw) : []
      let full = Int.random(in: 1...12, using: &generator)
      let fixture = TableFixture(full: ChunkSize(rows: full))
      let turn = Int.random(in: 0...pages.count, using: &generator)
      for (number, page) in pages.enumerated() {
        if number == turn { try fixture.table.fit(.init(DrawnValue.list(told).text)) }
        try fixture.table.add(drawn(page, &generator))
      }
      if turn == pages.count { try fixture.table.fit(.init(DrawnValue.list(told).text)) }
      let met = pages[..<turn].flatMap(\.self) + told + pages[turn...].flatMap(\.self)
      let model = TableModel(pages.flatMap(\.self), among: met)
      let batches = try fixture.takeAll() + [fixture.take()]
      types.insert(model.type)
      guard batches.flatMap(\.rows) == model.rows, batches.allSatisfy({ $0.type == model.type }) else {
        let texts = pages.map { DrawnValue.list($0).text }
        Issue.record(
          """
          number \(index): \(texts) told \(told.map(\.text)) at \(turn)
          expected \(model.type) \(model.rows)
               got \(batches.map(\.type)) \(batches.flatMap(\.rows))
          """)
        return
      }
      // Two chunks side by side that are not full would have been one.
      let sizes = batches.dropLast().map(\.rowCount)
      #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 >= full || $1 >= full }, "number \(index): \(sizes)")
    }
    #expect(types.count > 5)
  }

  /// A page of these rows, some of them inside edges, with elements between them that are left out.
  private func drawn(_ rows: [DrawnValue], _ generator: inout SeededGenerator) -> PageRows {
    var elements: [DrawnValue] = []
    var omitted: [Int] = []
    for row in rows {
      if generator.chance(1, of: 6) {
        omitted.append(elements.count)
        elements.append(.any(&generator))
      }
      let edge = DrawnValue.object([("cursor", .null), ("node", row)])
      elements.append(generator.chance(1, of: 2) ? edge : row)
    }
    return PageRows(DrawnValue.list(elements).text, nodeKeys: ["node"], omitted: omitted)
  }
}
