import PagerState
import Testing

@Suite("A load adds one page at an end of the list")
struct LoadTests {
  @Test func forwardUntilTheListEnds() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.loading, "load next"),
      (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
      (.frontier(.next), "open K3"),
      (.load(3), "send #3 K3"),
      (.page("C"), "publish next C in [(A) B C]; finish 3 success"),
      (.frontier(.next), "closed"),
      (.load(4), "refused: pageHasNoMoreContent"),
      (.counts, "3 held, 3 loaded, 6 items"),
    ])
  }

  @Test func reverseUntilTheListBegins() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("Z", previous: "K2"), "publish initial Z in [(Z)]; finish 1 success"),
      (.load(2, .previous), "send #2 K2"),
      (.loading, "load previous"),
      (.page("Y", previous: "K1"), "publish previous Y in [Y (Z)]; finish 2 success"),
      (.load(3, .previous), "send #3 K1"),
      (.page("X"), "publish previous X in [X Y (Z)]; finish 3 success"),
      (.canLoad(.previous), "false"),
      (.canLoad(.next), "false"),
      (.load(4, .previous), "refused: pageHasNoMoreContent"),
    ])
  }

  @Test func oneDirectionDoesNotDisturbTheOther() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("M", next: "N", previous: "L"), "publish initial M in [(M)]; finish 1 success"),
      (.load(2), "send #2 N"),
      // What a next page says of the pages before it is about its neighbour, not about the list's other end.
      (.page("N", previous: "back to M"), "publish next N in [(M) N]; finish 2 success"),
      (.frontier(.previous), "open L"),
      (.load(3, .previous), "send #3 L"),
      (.page("L", next: "on to M"), "publish previous L in [L (M) N]; finish 3 success"),
      (.frontier(.next), "closed"),
      (.frontier(.previous), "closed"),
    ])
  }

  @Test(
    "A list that is not open at an end refuses to load there, and a later fetch works",
    arguments: ListEnd.allCases)
  func usageErrors(end: ListEnd) {
    expectTimeline([
      (.load(1, end), "refused: missingInitialPage"),
      (.load(2, end), "refused: missingInitialPage"),
      (.loading, "nil"),
      (.fetch(3), "send #1 first"),
      (.load(4, end), "refused: loadInProgress"),
      (.page("A"), "publish initial A in [(A)]; finish 3 success"),
      (.load(5, end), "refused: pageHasNoMoreContent"),
      (.fetch(6), "send #2 first"),
      (
        .page("A", next: .unresolved, previous: .unresolved),
        "publish initial A in [(A)]; finish 6 success"
      ),
      (.canLoad(end), "true"),
      (.load(7, end), "refused: noQuery"),
      (.load(8, end), "refused: noQuery"),
    ])
  }

  @Test func onlyOneRunsAtATime() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2", previous: "J"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.load(3), "refused: loadInProgress"),
      (.load(4, .previous), "refused: loadInProgress"),
      (.page("B"), "publish next B in [(A) B]; finish 2 success"),
      (.load(5, .previous), "send #3 J"),
    ])
  }

  @Test(
    "A failed load leaves the list as it was, and asks for the same page when called again",
    arguments: ListEnd.allCases)
  func failure(end: ListEnd) {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K", previous: "K"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2, end), "send #2 K"),
      (.fail(), "publish offline with [(A)]; finish 2 offline"),
      (.canLoad(end), "true"),
      (.load(3, end), "send #3 K"),
      (
        .page("B"),
        end == .next
          ? "publish next B in [(A) B]; finish 3 success" : "publish previous B in [B (A)]; finish 3 success"
      ),
    ])
  }

  @Test func anEmptyPageInTheMiddleIsAPage() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.page("B", next: "K3", items: 0), "publish next B in [(A) B]; finish 2 success"),
      (.load(3), "send #3 K3"),
      (.page("C", items: 1), "publish next C in [(A) B C]; finish 3 success"),
      (.counts, "3 held, 3 loaded, 3 items"),
    ])
  }
}
