import PagerState
import Testing

@Suite("A response that carries errors only")
struct ErrorPageTests {
  @Test("A first page with errors only is shown and ends the operation", arguments: [Event.fetch(1), .loadAll(1)])
  func initial(call: Event) {
    expectTimeline([
      (call, "send #1 first"),
      (.errorsOnly("E"), "publish initial E in [(E)]; finish 1 without data: E"),
      (.canLoad(.next), "false"),
      (.counts, "1 held, 1 loaded, 0 items"),
      (.load(2), "refused: missingInitialPage"),
      (.loadAll(3, from: .heldPages), "refused: missingInitialPage"),
      (.subscribe(7), "replay 7: initial E in [(E)]"),
      (.fetch(4), "send #2 first"),
      (.errorsOnly("F"), "publish initial F in [(F)]; finish 4 without data: F"),
      (.fetch(5), "send #3 first"),
      (.page("A"), "publish initial A in [(A)]; finish 5 success"),
      (.counts, "1 held, 1 loaded, 2 items"),
    ])
  }

  @Test(
    "A page with errors only stays at its end, is asked for again, and replaced in place", arguments: ListEnd.allCases)
  func replacedInPlace(end: ListEnd) {
    func list(_ pages: String...) -> String {
      let ordered = end == .next ? ["(A)"] + pages : pages.reversed() + ["(A)"]
      return "[\(ordered.joined(separator: " "))]"
    }
    let further: (String) -> Event = { name in
      .page(name, next: end == .next ? "K3" : .closed, previous: end == .previous ? "K3" : .closed)
    }
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (
        .page("A", next: end == .next ? "K2" : .closed, previous: end == .previous ? "K2" : .closed),
        "publish initial A in [(A)]; finish 1 success"
      ),
      (.load(2, end), "send #2 K2"),
      (.errorsOnly("E"), "publish \(end) E in \(list("E")); finish 2 without data: E"),
      (.canLoad(end), "true"),
      (.counts, "2 held, 2 loaded, 2 items"),
      (.load(3, end), "send #3 K2"),
      (.errorsOnly("F"), "publish \(end) F in \(list("F")); finish 3 without data: F"),
      (.load(4, end), "send #4 K2"),
      (further("B"), "publish \(end) B in \(list("B")); finish 4 success"),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.load(5, end), "send #5 K3"),
      (.page("C"), "publish \(end) C in \(list("B", "C")); finish 5 success"),
    ])
  }

  @Test func atOneEndDoesNotMakeTheOtherEndReplaceItsNewestPage() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("M", next: "N", previous: "L"), "publish initial M in [(M)]; finish 1 success"),
      (.load(2, .previous), "send #2 L"),
      (.page("L", previous: "K"), "publish previous L in [L (M)]; finish 2 success"),
      (.load(3), "send #3 N"),
      (.errorsOnly("E"), "publish next E in [L (M) E]; finish 3 without data: E"),
      (.load(4, .previous), "send #4 K"),
      (.page("K"), "publish previous K in [K L (M) E]; finish 4 success"),
      (.load(5), "send #5 N"),
      (.page("N"), "publish next N in [K L (M) N]; finish 5 success"),
    ])
  }

  @Test("A page with errors only ends a walk, which shows all its pages", arguments: WalkEmission.allCases)
  func inAWalk(emission: WalkEmission) {
    let whereEach = emission == .eachPage
    expectTimeline([
      (.loadAll(1, emits: emission), "send #1 first"),
      (.page("A", next: "K2"), whereEach ? "send #2 K2; publish initial A in [(A)]" : "send #2 K2"),
      (.errorsOnly("E"), "publish next E in [(A) E]; finish 1 without data: E"),
      (.canLoad(.next), "true"),
      (.loadAll(2, from: .heldPages, emits: emission), "send #3 K2"),
      (.page("B", next: "K3"), whereEach ? "send #4 K3; publish next B in [(A) B]" : "send #4 K3"),
      (.page("C"), "publish next C in [(A) B C]; finish 2 success"),
    ])
  }

  @Test(
    "A first page with errors only is shown, and the list with data stays",
    arguments: [Event.fetch(3), .loadAll(3), .loadAll(3, emits: .atTheEnd)])
  func doesNotReplaceAList(call: Event) {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
      (call, "send #3 first"),
      (.errorsOnly("E"), "publish initial E in [(E)]; finish 3 without data: E"),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.subscribe(7), "replay 7: next B in [(A) B]"),
      (.load(4), "send #4 K3"),
      (.page("C"), "publish next C in [(A) B C]; finish 4 success"),
    ])
  }

  @Test func showsUnpublishedPagesOfTheSupersededWalkBeforeIt() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.fetch(2), "abort #2; finish 1 cancelled; send #3 first"),
      (.errorsOnly("E"), "publish initial A in [(A)]; publish initial E in [(E)]; finish 2 without data: E"),
    ])
  }

  @Test func replacesAListThatHadNoDataEither() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.errorsOnly("E"), "publish initial E in [(E)]; finish 1 without data: E"),
      (.loadAll(2), "send #2 first"),
      (.errorsOnly("F"), "publish initial F in [(F)]; finish 2 without data: F"),
      (.counts, "1 held, 1 loaded, 0 items"),
    ])
  }
}
