import PagerState
import Testing

/// What the pager does not keep, and no subscriber was handed, would be lost to a walk that goes on.
@Suite("A page that no subscriber was handed is asked for again")
struct UnseenPageTests {
  static let withoutHistory: [PageRetention] = [.last, .none]

  /// A walk whose only subscriber has finished with A and works on B, while C waits for it.
  private let atB: [(event: Event, actions: String)] = [
    (.subscribe(7), ""),
    (.loadAll(1), "send #1 first"),
    (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
    (.consumed(7), ""),
    (.page("B", next: "K3"), "send #3 K3; publish next B in [B]"),
    (.handedOut(7), ""),
    (.page("C", next: "K4"), "publish next C in [C]"),
  ]

  @Test("A consumer that stops: cancel, leave, come back, go on", arguments: withoutHistory)
  func stopsAndGoesOn(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      atB + [
        (.cancel(1), "finish 1 cancelled"),
        (.unsubscribe(7), ""),
        (.counts, retention == .last ? "1 held, 2 loaded, 4 items" : "0 held, 2 loaded, 4 items"),
        (.frontier(.next), "open K3"),
        (.subscribe(8), retention == .last ? "replay 8: next B in [B]" : ""),
        (.loadAll(2, from: .heldPages), "send #4 K3"),
        (.page("C", next: "K4"), "send #5 K4; publish next C in [C]"),
      ])
  }

  @Test("A subscriber may leave first and cancel then", arguments: withoutHistory)
  func leavesFirst(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      atB + [
        (.unsubscribe(7), "send #4 K4"),
        (.page("D", next: "K5"), "send #5 K5; publish next D in [D]"),
        (.cancel(1), "abort #5; finish 1 cancelled"),
        (.frontier(.next), "open K3"),
        (.load(2), "send #6 K3"),
        (.page("C", next: "K4"), "publish next C in [C]; finish 2 success"),
      ])
  }

  @Test("A subscriber leaves inside its callback while the next page is on the way", arguments: withoutHistory)
  func leavesWhileThePageTravels(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.subscribe(7), ""),
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.handedOut(7), ""),
        (.unsubscribe(7), ""),
        (.page("B", next: "K3"), "send #3 K3; publish next B in [B]"),
        (.cancel(1), "abort #3; finish 1 cancelled"),
        (.frontier(.next), "open K2"),
      ])
  }

  @Test("A walk that superseded another continues behind the last page handed out", arguments: withoutHistory)
  func superseded(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      atB + [
        (.unsubscribe(7), "send #4 K4"),
        (.subscribe(8), retention == .last ? "replay 8: next C in [C]" : ""),
        (
          .loadAll(2, from: .heldPages),
          retention == .last
            ? "abort #4; finish 1 cancelled; send #5 K4"
            : "abort #4; finish 1 cancelled; send #5 K3"
        ),
      ])
  }

  @Test("A subscriber that stays is handed what waits for it", arguments: withoutHistory)
  func stays(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      atB + [
        (.cancel(1), "finish 1 cancelled"),
        (.frontier(.next), "open K4"),
        (.loadAll(2, from: .heldPages), "send #4 K4"),
        (.consumed(7), ""),
        (.consumed(7), ""),
        (.page("D"), "publish next D in [D]; finish 2 success"),
      ])
  }

  @Test("A page counts as seen if one of two subscribers got it", arguments: withoutHistory)
  func oneOfTwo(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.subscribe(7), ""),
        (.subscribe(8), ""),
        (.fetch(1), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.handedOut(7), ""),
        (.unsubscribe(8), ""),
        (.unsubscribe(7), ""),
        (.frontier(.next), "open K2"),
      ])
  }

  @Test("The first page is replaced in place, too", arguments: withoutHistory)
  func theFirstPage(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.subscribe(7), ""),
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.cancel(1), "abort #2; finish 1 cancelled"),
        (.unsubscribe(7), ""),
        (.counts, "0 held, 0 loaded, 0 items"),
        (.canLoad(.next), "true"),
        (.subscribe(8), ""),
        (.loadAll(2, from: .heldPages), "send #3 first"),
        (.page("A", next: "K2"), "send #4 K2; publish initial A in [(A)]"),
        (.page("B"), "publish next B in [B]; finish 2 success"),
      ])
  }

  @Test("A cursor that is met again on the way back is not a cycle", arguments: withoutHistory)
  func fingerprints(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      atB + [
        (.unsubscribe(7), "send #4 K4"),
        (.page("D", next: "K5"), "send #5 K5; publish next D in [D]"),
        (.cancel(1), "abort #5; finish 1 cancelled"),
        (.loadAll(2, from: .heldPages), "send #6 K3"),
        (.page("C", next: "K4"), "send #7 K4; publish next C in [C]"),
        (.page("D", next: "K5"), "send #8 K5; publish next D in [D]"),
        (
          .page("E", next: "K3"),
          "publish next E in [E]; publish cursorCycle with \(retention == .last ? "[E]" : "[]"); "
            + "finish 2 cursorCycle"
        ),
      ])
  }

  @Test("A walk that emits at the end returns to its last shown state", arguments: withoutHistory)
  func atTheEnd(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.subscribe(7), ""),
        (.fetch(1), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.consumed(7), ""),
        (.loadAll(2, from: .heldPages, emits: .atTheEnd), "send #2 K2"),
        (.page("B", next: "K3"), "send #3 K3"),
        (.page("C", next: "K4"), "send #4 K4"),
        (.cancel(2), "abort #4; publish next C in [C]; finish 2 cancelled"),
        (.unsubscribe(7), ""),
        (.frontier(.next), "open K2"),
      ])
  }

  /// One that joins a walk, takes the current state and leaves was never waiting for the pages of that walk.
  @Test("A subscriber that only looks at the list takes nothing back", arguments: withoutHistory)
  func onlyLooks(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.subscribe(7), retention == .last ? "replay 7: initial A in [(A)]" : ""),
        (.handedOut(7), ""),
        (.page("B", next: "K3"), retention == .last ? "publish next B in [B]" : "send #3 K3; publish next B in [B]"),
        (.unsubscribe(7), retention == .last ? "send #3 K3" : ""),
        (.page("C"), "publish next C in [C]; finish 1 success"),
        (.frontier(.next), "closed"),
        (.counts, retention == .last ? "1 held, 3 loaded, 6 items" : "0 held, 3 loaded, 6 items"),
      ])
    expectTimeline(
      retaining: retention,
      [
        (.subscribe(7), ""),
        (.loadAll(1), "send #1 first"),
        (.unsubscribe(7), ""),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.page("B"), "publish next B in [B]; finish 1 success"),
        (.frontier(.next), "closed"),
      ])
  }

  @Test("Without a subscriber no loaded page counts as missed", arguments: withoutHistory)
  func withoutSubscribers(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.fetch(1), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.load(2), "send #2 K2"),
        (.page("B", next: "K3"), "publish next B in [B]; finish 2 success"),
        (.load(3), "send #3 K3"),
      ])
  }

  @Test func wherePagesAreKeptNothingIsAskedForAgain() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.cancel(1), "abort #2; finish 1 cancelled"),
      (.unsubscribe(7), ""),
      (.subscribe(8), "replay 8: initial A in [(A)]"),
      (.loadAll(2, from: .heldPages), "send #3 K2"),
    ])
  }
}
