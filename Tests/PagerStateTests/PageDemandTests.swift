import PagerState
import Testing

@Suite("What an operation is going to ask for")
struct PageDemandTests {
  private func demand(_ kind: OperationKind, pages: Int = 0) throws -> PageDemand {
    var state = PagerState(initialRequest: "0", retention: .all)
    if case .load = kind {
      _ = try state.start(OperationID(1), .fetch)
      conclude(1, &state)
    }
    _ = try state.start(OperationID(2), kind)
    for load in 0..<pages { conclude(UInt64(load) + 1, &state) }
    return state.demand
  }

  private func conclude(_ load: UInt64, _ state: inout PagerState) {
    _ = state.place(TestPage(name: "\(load)"), of: LoadID(load))
    _ = state.conclude(
      LoadID(load), PageFacts(hasData: true, itemCount: 10, next: .open("after \(load)"), previous: .closed))
  }

  @Test func aLoadAsksForOnePage() throws {
    #expect(try demand(.fetch) == PageDemand(1, further: 0))
    #expect(try demand(.load(.next)) == PageDemand(2, further: 0))
  }

  @Test func aWalkAsksForAllUpToItsCap() throws {
    #expect(try demand(.loadAll(Walk(emitsEachPage: true))) == PageDemand(1, further: .max))
    let capped = Walk(emitsEachPage: true, maximumPages: 3, maximumItems: 25)
    #expect(try demand(.loadAll(capped)) == PageDemand(1, further: 2, items: 25))
    #expect(try demand(.loadAll(capped), pages: 2) == PageDemand(3, further: 0, items: 5))
  }

  // MARK: The request that follows

  private func requestAfter(
    _ facts: PageFacts, _ kind: OperationKind = .loadAll(Walk(emitsEachPage: true)), pages: Int = 0
  ) throws -> String? {
    var state = PagerState(initialRequest: "0", retention: .all)
    _ = try state.start(OperationID(1), kind)
    for load in 0..<pages { conclude(UInt64(load) + 1, &state) }
    return state.request(after: facts, of: LoadID(UInt64(pages) + 1))?.word
  }

  private func page(_ next: Frontier, _ previous: Frontier = .closed) -> PageFacts {
    PageFacts(hasData: true, itemCount: 10, next: next, previous: previous)
  }

  @Test func aWalkGoesOnWithWhatThePageSays() throws {
    #expect(try requestAfter(page(.open("1"))) == "1")
    #expect(try requestAfter(page(.open("further")), pages: 2) == "further")
    #expect(try requestAfter(page(.closed)) == nil)
    #expect(try requestAfter(page(.unresolved)) == nil)
    #expect(try requestAfter(.withoutData) == nil)
    #expect(try requestAfter(page(.closed, .open("before"))) == "before")
    #expect(try requestAfter(page(.open("1")), .fetch) == nil)
  }

  @Test func aWalkDoesNotGoWhereItHasBeen() throws {
    #expect(try requestAfter(page(.open("0"))) == nil)
    #expect(try requestAfter(page(.open("after 1")), pages: 2) == nil)
    #expect(try requestAfter(page(.open("0")), pages: 2) == nil)
  }

  @Test func aWalkDoesNotGoBeyondItsCap() throws {
    func walk(_ pages: Int?, _ items: Int?) -> OperationKind {
      .loadAll(Walk(emitsEachPage: true, maximumPages: pages, maximumItems: items))
    }
    #expect(try requestAfter(page(.open("1")), walk(1, nil)) == nil)
    #expect(try requestAfter(page(.open("1")), walk(nil, 10)) == nil)
    #expect(try requestAfter(page(.open("1")), walk(2, 11)) == "1")
  }
}
