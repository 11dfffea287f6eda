import PagerState
import Testing

@Suite("The drift of an offset list")
struct ListDriftTests {
  typealias State = PagerState

  /// Walks over pages of these sizes, with these totals, and says what was noticed.
  private func drift(_ pages: [(items: Int, total: Int64?)]) -> ListDrift {
    var state = State(initialRequest: "0", retention: .all)
    _ = try? state.start(OperationID(1), .loadAll(Walk(emitsEachPage: true)))
    for (index, page) in pages.enumerated() {
      let load = LoadID(UInt64(index + 1))
      let isLast = index == pages.count - 1
      _ = state.place(TestPage(name: "\(index)"), of: load)
      var facts = PageFacts(
        hasData: true, itemCount: page.items, next: isLast ? .closed : .open("\(index + 1)"), previous: .closed)
      facts.total = page.total
      _ = state.conclude(load, facts)
    }
    return state.summary.drift
  }

  @Test(
    "A page is short where others had more items, and further ones follow",
    arguments: [
      ([10, 10, 10], 0), ([10, 10, 3], 0), ([10, 10, 3, 0], 0), ([10, 7, 10], 1), ([10, 7, 7, 10], 2),
      ([7, 10, 10], 0),
      ([10, 9, 8, 7], 2), ([0], 0), ([], 0),
    ])
  func shortPages(sizes: [Int], count: Int) {
    #expect(drift(sizes.map { ($0, nil) }).shortPages == count)
  }

  @Test(
    "A total that changes is counted, and the last one stays",
    arguments: [
      ([30, 30, 30], 0, 30), ([30, 31, 31], 1, 31), ([30, 29, 30], 2, 30), ([30, nil, 30], 0, 30),
      ([nil, nil], 0, nil),
    ] as [([Int64?], Int, Int64?)])
  func totals(totals: [Int64?], changes: Int, last: Int64?) {
    let drift = drift(totals.map { (10, $0) })
    #expect(drift.totalChanges == changes)
    #expect(drift.total == last)
  }

  @Test("A number of pages that changes is counted by itself")
  func pageCounts() throws {
    var state = State(initialRequest: "0", retention: .all)
    _ = try state.start(OperationID(1), .loadAll(Walk(emitsEachPage: true)))
    for (index, count) in [Int64(3), 4, 4].enumerated() {
      let load = LoadID(UInt64(index + 1))
      _ = state.place(TestPage(name: "\(index)"), of: load)
      var facts = PageFacts(
        hasData: true, itemCount: 10, next: .open("\(index + 1)"), previous: .closed)
      facts.pageCount = count
      _ = state.conclude(load, facts)
    }
    let drift = state.summary.drift
    #expect((drift.pageCountChanges, drift.pageCount) == (1, 4))
    #expect((drift.totalChanges, drift.total) == (0, nil))
  }

  @Test("An answer counts in place of the page that came ahead of it")
  func interim() throws {
    var state = State(initialRequest: "0", retention: .all)
    _ = try state.start(OperationID(1), .loadAll(Walk(emitsEachPage: true)))
    for (items, total, isFinal) in [(4, Int64(90), false), (10, 30, true)] {
      _ = state.place(TestPage(name: "0"), of: LoadID(1), isFinal: isFinal)
      var facts = PageFacts(hasData: true, itemCount: items, next: .open("1"), previous: .closed)
      facts.total = total
      facts.duplicateCount = isFinal ? 1 : 2
      _ = state.conclude(LoadID(1), facts, isFinal: isFinal)
    }
    #expect(state.summary.drift.totalChanges == 0)
    #expect(state.summary.drift.total == 30)
    #expect(state.summary.duplicateCount == 1)
  }
}
