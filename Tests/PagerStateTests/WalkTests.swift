import PagerState
import Testing

@Suite("A walk loads all pages")
struct WalkTests {
  @Test func forwardSendsTheNextRequestBeforeItShowsThePage() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.loading, "loadAll"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A) B]"),
      (.page("C"), "publish next C in [(A) B C]; finish 1 success"),
      (.loading, "nil"),
      (.counts, "3 held, 3 loaded, 6 items"),
    ])
  }

  @Test func goesBackwardsWhereOnlyThatIsOpen() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("Z", previous: "K2"), "send #2 K2; publish initial Z in [(Z)]"),
      (.page("Y", previous: "K1"), "send #3 K1; publish previous Y in [Y (Z)]"),
      (.page("X"), "publish previous X in [X Y (Z)]; finish 1 success"),
    ])
  }

  @Test func fromTheMiddleAllNextPagesComeBeforeThePreviousOnes() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("M", next: "N", previous: "L"), "send #2 N; publish initial M in [(M)]"),
      (.page("N", next: "O"), "send #3 O; publish next N in [(M) N]"),
      (.page("O"), "send #4 L; publish next O in [(M) N O]"),
      (.page("L", previous: "K"), "send #5 K; publish previous L in [L (M) N O]"),
      (.page("K"), "publish previous K in [K L (M) N O]; finish 1 success"),
    ])
  }

  @Test func aListOfOnePageIsComplete() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 1 success"),
    ])
  }

  @Test func anEmptyPageInTheMiddleDoesNotEndIt() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3", items: 0), "send #3 K3; publish next B in [(A) B]"),
      (.page("C", items: 1), "publish next C in [(A) B C]; finish 1 success"),
      (.counts, "3 held, 3 loaded, 3 items"),
    ])
  }

  @Test func startsOverFromTheInitialPage() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.loadAll(2), "send #2 first"),
      (.counts, "1 held, 1 loaded, 2 items"),
      (.page("A2", next: "K2"), "send #3 K2; publish initial A2 in [(A2)]"),
      (.page("B2"), "publish next B2 in [(A2) B2]; finish 2 success"),
    ])
  }

  @Test func goesOnFromPagesHeldAndAsksForNoneAgain() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
      (.loadAll(3, from: .heldPages, emits: .atTheEnd), "send #3 K3"),
      (.page("C", next: "K4"), "send #4 K4"),
      (.page("D", next: "K5"), "send #5 K5"),
      (.page("E"), "publish next E in [(A) B C D E]; finish 3 success"),
    ])
  }

  @Test func aCompleteListHasNothingLeftToLoad() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 1 success"),
      (.loadAll(2, from: .heldPages), "finish 2 success"),
      (.loading, "nil"),
    ])
  }

  @Test func cannotGoOnFromNothing() {
    expectTimeline([
      (.loadAll(1, from: .heldPages), "refused: missingInitialPage"),
      (.loading, "nil"),
      (.fetch(2), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 2 success"),
    ])
  }

  @Test("Pages that were loaded are shown before a walk ends without a query", arguments: WalkEmission.allCases)
  func noQuery(emission: WalkEmission) {
    let whereEach = emission == .eachPage
    expectTimeline([
      (.loadAll(1, emits: emission), "send #1 first"),
      (.page("A", next: "K2"), whereEach ? "send #2 K2; publish initial A in [(A)]" : "send #2 K2"),
      (.page("B", next: .unresolved), "publish next B in [(A) B]; finish 1 noQuery"),
      (.canLoad(.next), "true"),
      (.loadAll(2, from: .heldPages), "refused: noQuery"),
    ])
  }

  @Test func afterAFailureTheListIsKeptAndAWalkGoesOnWithThePageThatFailed() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A) B]"),
      (.fail(), "publish offline with [(A) B]; finish 1 offline"),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.loadAll(2, from: .heldPages), "send #4 K3"),
      (.page("C"), "publish next C in [(A) B C]; finish 2 success"),
    ])
  }

  @Test func aFailureOfTheFirstPageEndsItAfterOneRequest() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.fail(), "publish offline with []; finish 1 offline"),
      (.loading, "nil"),
    ])
  }
}
