import PagerState
import Testing

@Suite("A fetch loads the first page and begins the list anew")
struct FetchTests {
  @Test func asksOnceAndPublishesThePage() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loading, "nil"),
      (.fetch(1), "send #1 first"),
      (.loading, "fetch"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.loading, "nil"),
      (.canLoad(.next), "true"),
      (.canLoad(.previous), "false"),
      (.counts, "1 held, 1 loaded, 2 items"),
    ])
  }

  @Test func knowsNoTurnBeforeThePageIsIn() {
    expectTimeline([
      (.frontier(.next), "nil"), (.frontier(.previous), "nil"), (.canLoad(.next), "false"),
      (.canLoad(.previous), "false"),
      (.fetch(1), "send #1 first"),
      (.frontier(.next), "nil"), (.canLoad(.next), "false"),
      (.page("A", next: "K2", previous: "J"), "publish initial A in [(A)]; finish 1 success"),
      (.frontier(.next), "open K2"), (.frontier(.previous), "open J"), (.canLoad(.previous), "true"),
    ])
  }

  @Test func replacesAllPagesHeld() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.page("B"), "publish next B in [(A) B]; finish 2 success"),
      (.canLoad(.next), "false"),
      (.fetch(3), "send #3 first"),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.page("A2", next: "K2"), "publish initial A2 in [(A2)]; finish 3 success"),
      (.counts, "1 held, 1 loaded, 2 items"),
      // The old list is forgotten, and its requests are not a cycle.
      (.frontier(.next), "open K2"),
      (.load(4), "send #4 K2"),
      (.page("B2"), "publish next B2 in [(A2) B2]; finish 4 success"),
    ])
  }

  @Test func aFailureIsToldAndEndsIt() {
    expectTimeline([
      (.subscribe(7), ""),
      (.fetch(1), "send #1 first"),
      (.fail(), "publish offline with []; finish 1 offline"),
      (.canLoad(.next), "false"),
      (.load(2), "refused: missingInitialPage"),
      (.fetch(3), "send #2 first"),
      (.page("A"), "publish initial A in [(A)]; finish 3 success"),
    ])
  }

  @Test func aFailedOneLeavesThePagesHeld() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.fetch(2), "send #2 first"),
      (.fail(), "publish offline with [(A)]; finish 2 offline"),
      (.counts, "1 held, 1 loaded, 2 items"),
      (.load(3), "send #3 K2"),
      (.page("B"), "publish next B in [(A) B]; finish 3 success"),
    ])
  }

  @Test(
    "A first page from which there is no way on is delivered, then the fetch says why",
    arguments: [
      (Frontier.open(firstRequest), IncompleteReason.cursorStuck), (.broken(.nullCursor), .nullCursor),
      (.broken(.missingPageInfo), .missingPageInfo),
    ])
  func incomplete(frontier: Frontier, reason: IncompleteReason) {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (
        .page("A", next: frontier),
        "publish initial A in [(A)]; publish \(reason) with [(A)]; finish 1 \(reason)"
      ),
      (.canLoad(.next), "false"),
      (.frontier(.next), "\(reason)"),
      (.load(2), "refused: \(reason)"),
      (.loadAll(3, from: .heldPages), "refused: \(reason)"),
      (.counts, "1 held, 1 loaded, 2 items"),
    ])
  }

  @Test func bothEndsAreLookedAt() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (
        .page("A", next: "K2", previous: .broken(.nullCursor)),
        "publish initial A in [(A)]; publish nullCursor with [(A)]; finish 1 nullCursor"
      ),
      (.canLoad(.next), "true"),
      (.canLoad(.previous), "false"),
    ])
  }

  @Test("Why the first page could not be loaded is known until the next load of it, or a reset")
  func failure() {
    var timeline = Timeline(retaining: .all)
    _ = Event.fetch(1).play(&timeline)
    _ = Event.fail().play(&timeline)
    #expect(timeline.state.firstLoadFailure?.notation == "offline")
    _ = Event.reset.play(&timeline)
    #expect(timeline.state.firstLoadFailure == nil)
    _ = Event.fetch(2).play(&timeline)
    _ = Event.fail().play(&timeline)
    _ = Event.fetch(3).play(&timeline)
    _ = Event.page("A").play(&timeline)
    #expect(timeline.state.firstLoadFailure == nil)
  }
}
