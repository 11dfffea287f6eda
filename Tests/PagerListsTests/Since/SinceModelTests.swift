import PagerLists
import PagerState
import TestSupport
import Testing

/// Lists that change at random, with several features on one page: a mark, repeated items, and a window at the mark
/// that may be full. The second model is a copy of the list, which takes in what each run shows.
@Suite("A copy that takes in each run has what the list has")
struct SinceModelTests {
  private static let seeds = 0..<StressChance.count(20, long: 3_000)

  @Test("The newest first, by cursors that are keys", arguments: seeds)
  func keys(seed: Int) throws { try SinceWorld(seed, .descending, .keys).live() }

  @Test("The newest first, by cursors that are positions", arguments: seeds)
  func positions(seed: Int) throws { try SinceWorld(seed, .descending, .positions).live() }

  @Test("The newest first, by offsets", arguments: seeds)
  func offsets(seed: Int) throws { try SinceWorld(seed, .descending, .offsets).live() }

  @Test("The newest first, from the end of the list", arguments: seeds)
  func backward(seed: Int) throws { try SinceWorld(seed, .descending, .backward).live() }

  @Test("The oldest first", arguments: seeds)
  func ascending(seed: Int) throws { try SinceWorld(seed, .ascending, .keys).live() }

  @Test("In another order", arguments: seeds)
  func filtered(seed: Int) throws { try SinceWorld(seed, .filtered, .keys).live() }

  @Test(
    "A lag that shrinks loses nothing, hands out nothing twice and never fails",
    arguments: [
      (SinceOrder.descending, MarkedList.Paging.keys), (.descending, .positions), (.descending, .offsets),
      (.descending, .backward), (.ascending, .keys), (.filtered, .keys),
    ])
  func shrinking(order: SinceOrder, paging: MarkedList.Paging) throws {
    for seed in Self.seeds { try SinceWorld(seed, order, paging, shrinks: true).live() }
  }

  @Test("A list that is not in the named order is noticed, wherever its pages and runs end", arguments: seeds)
  func disorder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let values = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int.random(in: 0...12, using: &random) }
    // Half of the lists are sorted, or nearly so.
    let isDescending = Bool.random(using: &random)
    var sorted = random.chance(1, of: 2) ? values.sorted(by: isDescending ? (>) : (<)) : values
    if sorted.count > 1, random.chance(1, of: 2) { sorted.swapAt(0, sorted.count - 1) }
    let isInOrder = zip(sorted, sorted.dropFirst()).allSatisfy { isDescending ? $0 >= $1 : $0 <= $1 }
    let story = SinceStory(
      "", sorted.enumerated().map { ($0 + 1, "\($1)") }, isSorted: false, size: Int.random(in: 1...4, using: &random))
    let runs = try story.runs(isDescending ? .descending : .ascending)
    var words: [String] = []
    if random.chance(1, of: 2) { words.append(try runs.run(pages: Int.random(in: 1...2, using: &random)).word) }
    if words.last != "complete", words.last != "not ordered" { words.append(try runs.run().word) }
    #expect(words.contains("not ordered") == !isInOrder, "seed \(seed): \(sorted), \(words)")
  }
}
