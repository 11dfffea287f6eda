import PagerJSON
import Testing

@testable import PagerLists

@Suite("A lag that shrinks reads again what a checkpoint has room for")
struct ShrinkingLagTests {
  /// Runs over a list whose lag of so many seconds shrinks, with room for ten rows in a checkpoint.
  private func runs(_ rows: [(Int, String)], _ order: SinceOrder, lag: Int64 = 20) throws -> SinceRuns {
    let runs = try SinceStory("", rows, size: 5).runs(order)
    (runs.rule.lag, runs.rule.lagShrinks, runs.windowLimit) = (lag * 1_000, true, 10)
    return runs
  }

  private static let orders = [SinceOrder.descending, .ascending, .filtered]

  private func againFrom(_ run: SinceRun) -> String? { run.checkpoint["again_from"]?["number"]?.string }

  @Test("More rows than a checkpoint holds shorten the lag, and come once", arguments: orders)
  func shrinks(order: SinceOrder) throws {
    let runs = try runs((1...30).map { ($0, "\(100 + $0)") }, order)
    let first = try runs.run()
    #expect(first.ids.count == 30 && first.word == "complete" && first.mark == "130")
    let from = try #require(againFrom(first).flatMap { Int($0) })
    #expect((121...123).contains(from))
    #expect(try runs.run().ids == [])
    // What is late within the lag that is left comes, and what is below it does not.
    runs.list.put(40, from)
    runs.list.put(41, from - 1)
    #expect(try runs.run().ids == [40])
    // The lag has its whole length again when there is room.
    runs.list.put(50, 200)
    let later = try runs.run()
    #expect(later.ids == [50] && againFrom(later) == nil)
    runs.list.put(51, 181)
    #expect(try runs.run().ids == [51])
  }

  @Test("If there is no room for the rows of one value, those below it make room", arguments: orders)
  func ties(order: SinceOrder) throws {
    let runs = try runs((1...8).map { ($0, "110") } + (9...30).map { ($0, "109") }, order)
    let first = try runs.run()
    #expect(first.mark == "110" && againFrom(first) == "110")
    runs.list.put(40, 110)
    #expect(try runs.run().ids == [40])
    // There are too many of the greatest value alone: the mark stays, and nothing is lost.
    for id in 41...44 { runs.list.put(id, 110) }
    let full = try runs.run()
    #expect(Set(full.ids).isSuperset(of: 41...44) && full.trail?.isHeld == true && full.word != "window full")
    runs.list.put(60, 111)
    #expect(try runs.run().ids.contains(60))
    #expect(try runs.run().ids == [])
  }

  @Test("A checkpoint of another lag goes on, whichever of the two shrinks", arguments: orders)
  func otherLag(order: SinceOrder) throws {
    let runs = try runs((1...5).map { ($0, "\(100 + $0)") }, order)
    (runs.rule.lag, runs.rule.lagShrinks) = (0, false)
    #expect(try runs.run().ids.count == 5)
    (runs.rule.lag, runs.rule.lagShrinks) = (20_000, true)
    runs.list.put(10, 103)
    // The first run with a lag hands out what lies within it: the checkpoint does not know these rows.
    #expect(try runs.run().ids.contains(10))
    #expect(try runs.run().ids == [])
    (runs.rule.lag, runs.rule.lagShrinks) = (0, false)
    runs.list.put(11, 106)
    #expect(try runs.run().ids == [11])
  }

  @Test("A walk that was cut off keeps how far the lag has shrunk", arguments: orders)
  func cut(order: SinceOrder) throws {
    let runs = try runs((1...30).map { ($0, "\(100 + $0)") }, order)
    #expect(try runs.run(pages: 4).ids.count == 20)
    #expect(try runs.run().ids.count == 10)
    let from = try #require(againFrom(try runs.run()).flatMap { Int($0) })
    runs.list.put(40, from + 1)
    #expect(try runs.run().ids == [40])
  }

  @Test(
    "The lag of an integer is in the unit that its size shows",
    arguments: [
      (1_767_225_600, 1_767_225_300), (1_767_225_600_000, 1_767_225_300_000), (1_000, 700),
      (1_767_225_600_000_000, 1_767_225_300_000_000), (1_767_225_600_000_000_000, 1_767_225_300_000_000_000),
      (-1_767_225_600, -1_767_225_900),
    ] as [(Int64, Int64)])
  func units(value: Int64, floor: Int64) {
    let rule = SinceRule(path: .path("v"), type: .integer, order: .descending, lag: 300_000, lagShrinks: true)
    #expect(rule.floor(below: .integer(WholeNumber(value), isQuoted: true)).text == "\(floor)")
  }

  @Test(
    "The lag of a time is a time, and that of a date begins with a day",
    arguments: [
      ("2026-01-02T00:04:00Z", "2026-01-01T23:59:00Z"), ("2026-01-02T00:04:00.5", "2026-01-01T23:59:00.500"),
      ("2026-01-02", "2026-01-01"),
    ])
  func times(value: String, floor: String) throws {
    let rule = SinceRule(path: .path("v"), type: .time, order: .descending, lag: 300_000, lagShrinks: true)
    let below = rule.floor(below: try #require(SinceValue(.string(value), as: .time)))
    #expect(below == SinceValue(.string(floor), as: .time) && below.text == floor)
  }

  @Test("A null behind a value is noted, and one before all values is not")
  func missing() throws {
    let lists = [(["null", "5", "4"], false), (["5", "null", "4"], true), (["5", "4", "3", "null"], true)]
    for (values, isBehind) in lists {
      let rows = values.enumerated().map { ($0 + 1, $1) }
      let runs = try SinceStory("", rows, isSorted: false, size: 2, missing: .deliver).runs(.descending)
      let trail = try #require(try runs.run().trail)
      #expect(trail.hasMissingBehind == isBehind && trail.missingCount == 1)
    }
  }
}
