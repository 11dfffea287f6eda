import PagerState
import Testing

@Suite("What is retained")
struct RetentionTests {
  /// The same calls under each retention: what updates carry, what is held, what a late subscriber gets.
  @Test(
    "An update carries all pages, or its own; the counts do not depend on it",
    arguments: [
      (PageRetention.all, ["[(A)]", "[(A) B]", "[X (A) B]"], [1, 2, 3]),
      (.last, ["[(A)]", "[B]", "[X]"], [1, 1, 1]),
      (.none, ["[(A)]", "[B]", "[X]"], [0, 0, 0]),
    ])
  func updates(retention: PageRetention, lists: [String], held: [Int]) {
    expectTimeline(
      retaining: retention,
      [
        (.fetch(1), "send #1 first"),
        (.page("A", next: "K2", previous: "J"), "publish initial A in \(lists[0]); finish 1 success"),
        (.counts, "\(held[0]) held, 1 loaded, 2 items"),
        (.load(2), "send #2 K2"),
        (.page("B"), "publish next B in \(lists[1]); finish 2 success"),
        (.counts, "\(held[1]) held, 2 loaded, 4 items"),
        (.load(3, .previous), "send #3 J"),
        (.page("X"), "publish previous X in \(lists[2]); finish 3 success"),
        (.counts, "\(held[2]) held, 3 loaded, 6 items"),
        (.subscribe(7), retention == .none ? "" : "replay 7: previous X in \(lists[2])"),
      ])
  }

  @Test(
    "A failure carries what is held", arguments: [(PageRetention.all, "[(A) B]"), (.last, "[B]"), (.none, "[]")])
  func failure(retention: PageRetention, list: String) {
    expectTimeline(
      retaining: retention,
      [
        (.fetch(1), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.loadAll(2, from: .heldPages), "send #2 K2"),
        (.page("B", next: "K3"), "send #3 K3; publish next B in \(retention == .all ? "[(A) B]" : "[B]")"),
        (.fail(), "publish offline with \(list); finish 2 offline"),
        (.load(3), "send #4 K3"),
        (
          .page("C", next: "K3"),
          """
          publish next C in \(retention == .all ? "[(A) B C]" : "[C]"); publish cursorStuck with \
          \(["all": "[(A) B C]", "last": "[C]"]["\(retention)"] ?? "[]"); finish 3 cursorStuck
          """
        ),
      ])
  }

  @Test(
    "A cycle is noticed though its pages are gone", arguments: [(PageRetention.last, "[C]"), (.none, "[]")])
  func cycle(retention: PageRetention, held: String) {
    expectTimeline(
      retaining: retention,
      [
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.page("B", next: "K3"), "send #3 K3; publish next B in [B]"),
        (
          .page("C", next: "K2"), "publish next C in [C]; publish cursorCycle with \(held); finish 1 cursorCycle"
        ),
      ])
  }

  @Test(
    "A page with errors only takes the place of no page with data",
    arguments: [PageRetention.last, .none])
  func errorsOnly(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.errorsOnly("E"), "publish next E in [E]; finish 1 without data: E"),
        (.counts, retention == .last ? "1 held, 1 loaded, 2 items" : "0 held, 1 loaded, 2 items"),
        (.subscribe(7), retention == .last ? "replay 7: initial A in [(A)]" : ""),
        (.unsubscribe(7), ""),
        (.loadAll(2, from: .heldPages), "send #3 K2"),
        (.page("B", next: "K3"), "send #4 K3; publish next B in [B]"),
        (.page("C"), "publish next C in [C]; finish 2 success"),
        (.counts, retention == .last ? "1 held, 3 loaded, 6 items" : "0 held, 3 loaded, 6 items"),
        (.fetch(3), "send #5 first"),
        (.errorsOnly("F"), "publish initial F in [(F)]; finish 3 without data: F"),
        (.counts, retention == .last ? "1 held, 3 loaded, 6 items" : "0 held, 3 loaded, 6 items"),
      ])
  }

  @Test func withNoneAnEarlierFailureIsNotReplayedAfterAPage() {
    expectTimeline(
      retaining: .none,
      [
        (.fetch(1), "send #1 first"),
        (.fail(), "publish offline with []; finish 1 offline"),
        (.subscribe(7), "replay 7: offline with []"),
        (.fetch(2), "send #2 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 2 success"),
        (.subscribe(8), ""),
        (.load(3), "send #3 K2"),
        (.fail(), "publish offline with []; finish 3 offline"),
        (.subscribe(9), ""),
      ])
  }

  @Test(
    "A walk that emits at the end carries its last page where only that is kept",
    arguments: [PageRetention.last, .none])
  func atTheEnd(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.loadAll(1, emits: .atTheEnd), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2"),
        (.page("B"), "publish next B in [B]; finish 1 success"),
      ])
  }
}
