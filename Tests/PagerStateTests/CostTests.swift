import PagerState
import Testing

/// What a page costs does not depend on how many are held. Counted, not timed: a container that copies a page keeps one
/// more reference to it.
@Suite("A page more copies a handful of the pages held")
struct CostTests {
  private final class CountedPage: ListPage, @unchecked Sendable {}

  private static let pageCount = 10_000
  /// The pages of one path through the tree, with room to spare: far from a copy of all.
  private static let handful = 200

  /// How many pages more containers refer to after `change` than before.
  private func copies(of pages: [ListPage], by change: () throws -> Void) rethrows -> Int {
    let before = pages.map { _getRetainCount($0) }
    try change()
    return zip(pages, before).count { page, before in _getRetainCount(page) > before }
  }

  @Test func toASequenceOfWhichASnapshotIsHeld() {
    let pages = (0..<Self.pageCount).map { _ in CountedPage() }
    var sequence = PageSequence()
    for page in pages { sequence.append(page) }
    let snapshot = sequence
    let copied = copies(of: pages) { sequence.append(CountedPage()) }
    #expect(copied <= Self.handful)
    #expect(snapshot.count == Self.pageCount)
    #expect(sequence.count == Self.pageCount + 1)
  }

  @Test("A load of a pager with an update that its subscriber holds", arguments: WalkEmission.allCases)
  func toAPager(emission: WalkEmission) throws {
    var state = PagerState(initialRequest: "0", retention: .all)
    let pages = (0...Self.pageCount).map { _ in CountedPage() }
    _ = try state.start(OperationID(1), .loadAll(Walk(emitsEachPage: emission == .eachPage)))
    var held: PageSnapshot?
    var placed: PageSnapshot?
    func receive(_ number: Int) {
      let facts = PageFacts(hasData: true, itemCount: 1, next: .open("\(number + 1)"), previous: .closed)
      let load = LoadID(UInt64(number + 1))
      placed = state.place(pages[number], of: load)
      let actions = state.conclude(load, facts).actions
      for case .publish(let update) in actions { held = update.pages }
    }
    for number in 0..<Self.pageCount { receive(number) }
    let snapshot = try #require(held ?? placed)

    let copied = copies(of: pages) { receive(Self.pageCount) }
    #expect(copied <= Self.handful)
    #expect(state.pagesHeld == Self.pageCount + 1)
    #expect(snapshot.count >= Self.pageCount)
  }
}
