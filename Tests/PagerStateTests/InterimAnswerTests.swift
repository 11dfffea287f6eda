import PagerState
import Testing

/// A load that is answered twice: by the cache, then by the server.
@Suite("A page of the cache comes ahead of the server's answer")
struct InterimAnswerTests {
  @Test("M32: a fetch shows the cache's page, then the server's, in one list")
  func fetch() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.ahead("A1", next: "K2"), "publish initial A1 from cache in [(A1)]"),
      (.loading, "fetch"),
      (.page("A2", next: "K3", items: 3), "publish initial A2 in [(A2)]; finish 1 success"),
      (.counts, "1 held, 1 loaded, 3 items"),
      (.frontier(.next), "open K3"),
      (.fetch(2), "send #2 first"),
      (.ahead("A3", next: "K2"), "publish initial A3 from cache in [(A3)]"),
      (.page("A4", next: "K2"), "publish initial A4 in [(A4)]; finish 2 success"),
      (.counts, "1 held, 1 loaded, 2 items"),
    ])
  }

  @Test("M34: so does a load, in one place, and it ends with the server's page", arguments: ListEnd.allCases)
  func load(end: ListEnd) {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2", previous: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2, end), "send #2 K2"),
      (
        .ahead("B1", next: "old", previous: "old"),
        end == .next ? "publish next B1 from cache in [(A) B1]" : "publish previous B1 from cache in [B1 (A)]"
      ),
      (.loading, "load \(end)"),
      (.load(3, end), "refused: loadInProgress"),
      (
        .page("B2", next: "K3", previous: "K3", items: 1),
        end == .next
          ? "publish next B2 in [(A) B2]; finish 2 success" : "publish previous B2 in [B2 (A)]; finish 2 success"
      ),
      (.counts, "2 held, 2 loaded, 3 items"),
      (.frontier(end), "open K3"),
    ])
  }

  @Test("A walk asks for its next page after the server's answer only")
  func walk() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.ahead("A1", next: "K2"), "publish initial A1 from cache in [(A1)]"),
      (.page("A2", next: "K2"), "send #2 K2; publish initial A2 in [(A2)]"),
      (.ahead("B1"), "publish next B1 from cache in [(A2) B1]"),
      (.page("B2", next: "K3"), "send #3 K3; publish next B2 in [(A2) B2]"),
      (.page("C"), "publish next C in [(A2) B2 C]; finish 1 success"),
      (.counts, "3 held, 3 loaded, 6 items"),
    ])
  }

  @Test("A walk that emits at its end shows the cache's page only there")
  func walkThatShowsAllAtItsEnd() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.ahead("A1", next: "K2"), ""),
      (.page("A2", next: "K2"), "send #2 K2"),
      (.ahead("B1"), ""),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.cancel(1), "abort #2; publish next B1 from cache in [(A2) B1]; finish 1 cancelled"),
    ])
  }

  @Test("The two pages of a load hold a walk back as one")
  func holdBack() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.ahead("A1", next: "K2"), "publish initial A1 from cache in [(A1)]"),
      (.page("A2", next: "K2"), "send #2 K2; publish initial A2 in [(A2)]"),
      (.ahead("B1", next: "K3"), "publish next B1 from cache in [(A2) B1]"),
      (.page("B2", next: "K3"), "publish next B2 in [(A2) B2]"),
      (.consumed(7), ""),
      (.consumed(7), "send #3 K3"),
    ])
  }

  @Test("A cap counts the cache's and the server's page once")
  func caps() {
    expectTimeline([
      (.loadAll(1, maximumPages: 2), "send #1 first"),
      (.ahead("A1", next: "K2"), "publish initial A1 from cache in [(A1)]"),
      (.page("A2", next: "K2"), "send #2 K2; publish initial A2 in [(A2)]"),
      (.page("B", next: "K3"), "publish next B in [(A2) B]; publish pageLimit with [(A2) B]; finish 1 pageLimit"),
    ])
    expectTimeline([
      (.loadAll(1, maximumItems: 3), "send #1 first"),
      (.ahead("A1", next: "K2", items: 9), "publish initial A1 from cache in [(A1)]"),
      (.page("A2", next: "K2", items: 2), "send #2 K2; publish initial A2 in [(A2)]"),
      (.page("B", next: "K3"), "publish next B in [(A2) B]; publish pageLimit with [(A2) B]; finish 1 pageLimit"),
    ])
  }

  @Test("A load that fails after the cache's page leaves that page, and the list continues behind it")
  func failure() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.ahead("A", next: "K2"), "publish initial A from cache in [(A)]"),
      (.fail(), "publish offline with [(A)]; finish 1 offline"),
      (.load(2), "send #2 K2"),
      (.ahead("B", next: "K3"), "publish next B from cache in [(A) B]"),
      (.errorsOnly("E"), "publish next E in [E]; finish 2 without data: E"),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.load(3), "send #3 K3"),
      (.page("C"), "publish next C in [(A) B C]; finish 3 success"),
    ])
  }

  @Test("Between the cache's page and the server's, a load can be cancelled, superseded and reset")
  func endedBetween() {
    let between: [(event: Event, actions: String)] = [
      (.fetch(1), "send #1 first"),
      (.ahead("A", next: "K2"), "publish initial A from cache in [(A)]"),
    ]
    expectTimeline(
      between + [
        (.cancel(1), "abort #1; finish 1 cancelled"), (.page("late", answering: 1), ""),
        (.counts, "1 held, 1 loaded, 2 items"), (.load(2), "send #2 K2"),
      ])
    expectTimeline(
      between + [
        (.fetch(2), "abort #1; finish 1 cancelled; send #2 first"), (.page("late", answering: 1), ""),
        (.page("N"), "publish initial N in [(N)]; finish 2 success"),
      ])
    expectTimeline(
      between + [
        (.reset, "abort #1; finish 1 cancelled"), (.page("late", answering: 1), ""),
        (.counts, "0 held, 0 loaded, 0 items"), (.subscribe(7), ""),
      ])
  }

  @Test("The server's page after the cache's is not a cycle; a real cycle is noticed")
  func cycles() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.ahead("A1", next: "first"), "publish initial A1 from cache in [(A1)]"),
      (.page("A2", next: "K2"), "send #2 K2; publish initial A2 in [(A2)]"),
      (.ahead("B1", next: "K3"), "publish next B1 from cache in [(A2) B1]"),
      (.page("B2", next: "K3"), "send #3 K3; publish next B2 in [(A2) B2]"),
      (
        .page("C", next: "K2"),
        "publish next C in [(A2) B2 C]; publish cursorCycle with [(A2) B2 C]; finish 1 cursorCycle"
      ),
    ])
  }

  @Test("A page without data, and one after the answer, do not help")
  func ignored() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.ahead("E", hasData: false), ""),
      (.counts, "0 held, 0 loaded, 0 items"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.ahead("late", answering: 1), ""),
    ])
  }

  @Test("The page may change between the cache's answer and the server's")
  func changedBetween() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.ahead("A", next: "K2"), "publish initial A from cache in [(A)]"),
      (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2)]"),
      (.placed("A3"), "[(A3)]"),
      (.replace("A2", with: "A4"), "publish initial A4 from cache in [(A4)]"),
      (.read(next: "K2"), "publish initial A3 in [(A3)]; finish 1 success"),
      (.replace("A4", with: "A5"), ""),
      (.replace("A3", with: "A5"), "publish initial A5 from cache in [(A5)]"),
    ])
  }

  @Test("The cache's page replaces a page with errors only, as the server's does")
  func afterErrors() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.errorsOnly("E"), "publish next E in [(A) E]; finish 2 without data: E"),
      (.load(3), "send #3 K2"),
      (.ahead("B1", next: "K3"), "publish next B1 from cache in [(A) B1]"),
      (.page("B2", next: "K3"), "publish next B2 in [(A) B2]; finish 3 success"),
      (.counts, "2 held, 2 loaded, 4 items"),
    ])
  }

  @Test("With one retained page or none, both updates carry that page alone", arguments: [PageRetention.last, .none])
  func retention(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.loadAll(1), "send #1 first"),
        (.ahead("A1", next: "K2"), "publish initial A1 from cache in [(A1)]"),
        (.page("A2", next: "K2"), "send #2 K2; publish initial A2 in [(A2)]"),
        (.ahead("B1"), "publish next B1 from cache in [B1]"),
        (.page("B2", next: "K3"), "send #3 K3; publish next B2 in [B2]"),
        (.page("C"), "publish next C in [C]; finish 1 success"),
        (.counts, retention == .last ? "1 held, 3 loaded, 6 items" : "0 held, 3 loaded, 6 items"),
      ])
  }

  @Test("A reader that got the cache's page has seen it; another asks for it again", arguments: [true, false])
  func unseen(isHandedOut: Bool) {
    expectTimeline(
      retaining: .last,
      [
        (.subscribe(7), ""),
        (.fetch(1), "send #1 first"),
        (.ahead("A1", next: "K2"), "publish initial A1 from cache in [(A1)]"),
        (isHandedOut ? .handedOut(7) : .counts, isHandedOut ? "" : "1 held, 1 loaded, 2 items"),
        (.page("A2", next: "K2"), "publish initial A2 in [(A2)]; finish 1 success"),
        (.unsubscribe(7), ""),
        (.loadAll(2, from: .heldPages), isHandedOut ? "send #2 K2" : "send #2 first"),
      ])
  }

  @Test("The reader of an operation gets the cache's and the server's page")
  func readers() {
    expectTimeline(
      retaining: .none,
      [
        (.fetch(1, reader: 7), "send #1 first"),
        (.ahead("A1", next: "K2"), "publish initial A1 from cache in [(A1)]"),
        (.page("A2", next: "K2"), "publish initial A2 in [(A2)]; finish 1 success"),
        (.awaits(7), "true"),
        (.consumed(7), ""),
        (.awaits(7), "true"),
        (.consumed(7), ""),
        (.awaits(7), "false"),
        (.frontier(.next), "open K2"),
      ])
  }

  @Test(
    "The cache's page and the server's have one place; a page that is not retained has none",
    arguments: [PageRetention.all, .last, .none])
  func places(retention: PageRetention) throws {
    var state = PagerState(initialRequest: firstRequest, retention: retention)
    func conclude(_ load: UInt64, isFinal: Bool) -> PageID? {
      let facts = PageFacts(
        hasData: true, itemCount: 2, next: .open("K\(load + 1)"), previous: .closed)
      _ = state.place(TestPage(name: "P"), of: LoadID(load), isFinal: isFinal)
      return state.conclude(LoadID(load), facts, isFinal: isFinal).id
    }
    let walk = Walk(emitsEachPage: true)
    _ = try state.start(OperationID(1), .loadAll(walk))
    var places: [PageID?] = []
    for load in 1...3 as ClosedRange<UInt64> {
      let ahead = conclude(load, isFinal: false)
      #expect(conclude(load, isFinal: true) == ahead)
      places.append(ahead)
    }
    let kept: [PageID?] = [
      PageID(list: 1, role: .initial, index: 0), PageID(list: 1, role: .next, index: 0),
      PageID(list: 1, role: .next, index: 1),
    ]
    #expect(places == (retention == .none ? [nil, nil, nil] : kept))
    #expect(conclude(1, isFinal: true) == nil)
    _ = state.replace(TestPage(name: "Q"), .withoutData, at: PageID(list: 1, role: .initial, index: 0), from: .cache)
    #expect(state.places.contains(PageID(list: 1, role: .initial, index: 0)) == (retention == .all))
  }
}
