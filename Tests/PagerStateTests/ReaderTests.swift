import PagerState
import Testing

@Suite("The reader of an operation is told of its pages, and of nothing else")
struct ReaderTests {
  @Test func theCurrentStateIsNotReplayed() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2, reader: 9), "send #2 K2"),
      (.awaits(9), "false"),
      (.page("B"), "publish next B in [(A) B]; finish 2 success"),
      (.awaits(9), "true"),
    ])
  }

  @Test func itHoldsTheWalkBack() {
    expectTimeline([
      (.loadAll(1, reader: 9), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.consumed(9), "send #3 K3"),
    ])
  }

  @Test func aFailureWithoutAPageIsNoneOfItsUpdates() {
    expectTimeline([
      (.loadAll(1, reader: 9), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.consumed(9), ""),
      (.fail(), "publish offline with [(A)]; finish 1 offline"),
      (.awaits(9), "false"),
    ])
  }

  @Test func whatWaitsAtAGoodEndCanStillBeHandedOut() {
    expectTimeline(
      retaining: .none,
      [
        (.fetch(1, reader: 9), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.awaits(9), "true"),
        (.counts, "0 held, 1 loaded, 2 items"),
        (.handedOut(9), ""),
        (.consumed(9), ""),
        (.load(2), "send #2 K2"),
      ])
  }

  @Test func whatWaitsWhenItIsCancelledIsAskedForAgain() {
    expectTimeline(
      retaining: .none,
      [
        (.loadAll(1, reader: 9), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.handedOut(9), ""),
        (.consumed(9), ""),
        (.page("B", next: "K3"), "send #3 K3; publish next B in [B]"),
        (.cancel(1), "abort #3; finish 1 cancelled"),
        (.awaits(9), "false"),
        (.loadAll(2, from: .heldPages, reader: 10), "send #4 K2"),
      ])
  }

  @Test func aReaderThatLeavesAfterTheEndGivesItsPagesBack() {
    expectTimeline(
      retaining: .last,
      [
        (.fetch(1, reader: 9), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.unsubscribe(9), ""),
        (.counts, "0 held, 0 loaded, 0 items"),
      ])
  }

  @Test func laterOperationsAreNotToldToIt() {
    expectTimeline([
      (.fetch(1, reader: 9), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.consumed(9), ""),
      (.load(2), "send #2 K2"),
      (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
      (.awaits(9), "false"),
    ])
  }

  @Test func pagesThatWereLoadedBeforeItCameAreNotToldToIt() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.fetch(2, reader: 9), "abort #2; finish 1 cancelled; send #3 first"),
      (.fail(), "publish initial A in [(A)]; publish offline with [(A)]; finish 2 offline"),
      (.awaits(9), "false"),
    ])
  }

  @Test func aPageThatIsReplacedMeanwhileIsNotToldToIt() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2, reader: 9), "send #2 K2"),
      (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2)]"),
      (.awaits(9), "false"),
      (.page("B"), "publish next B in [(A2) B]; finish 2 success"),
      (.awaits(9), "true"),
    ])
  }

  @Test func aWalkOverACompleteListShowsItWhatHasNotBeenShown() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.page("B", next: "K3"), "send #3 K3"),
      (.loadAll(2, from: .heldPages, reader: 9), "abort #3; finish 1 cancelled; send #4 K3"),
      (.page("C"), "publish next C in [(A) B C]; finish 2 success"),
      (.awaits(9), "true"),
    ])
  }

  @Test("a reader that wants no failed pages leaves before one", arguments: [PageRetention.all, .last, .none])
  func withoutFailedPages(retention: PageRetention) {
    let held = retention == .all ? "[(A) E]" : "[E]"
    expectTimeline(
      retaining: retention,
      [
        (.subscribe(7), ""),
        (.loadAll(1, reader: 9, readsFailedPages: false), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.errorsOnly("E"), "publish next E in \(held); finish 1 without data: E"),
        // It still has the page before, and the other subscriber has both.
        (.consumed(9), ""),
        (.awaits(9), "false"),
        (.consumed(7), ""),
        (.awaits(7), "true"),
        (.loadAll(2, from: .heldPages, reader: 10), "send #3 K2"),
      ])
  }

  @Test func aReaderThatWantsNoFailedPagesGetsThePagesBeforeOneAtTheEnd() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd, reader: 9, readsFailedPages: false), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.page("B", next: "K3"), "send #3 K3"),
      (
        .errorsOnly("E"), "publish next B in [(A) B]; publish next E in [(A) B E]; finish 1 without data: E"
      ),
      (.awaits(9), "true"),
      (.consumed(9), ""),
      (.awaits(9), "false"),
      (.load(2), "send #4 K3"),
    ])
  }

  @Test func aFailedFirstPageThatNoReaderWantsDoesNotKeepTheListFromBeginning() {
    expectTimeline(
      retaining: .none,
      [
        (.loadAll(1, reader: 9, readsFailedPages: false), "send #1 first"),
        (.errorsOnly("E"), "publish initial E in [(E)]; finish 1 without data: E"),
        (.awaits(9), "false"),
        (.load(2), "refused: missingInitialPage"),
        (.fetch(3, reader: 10), "send #2 first"),
        (.page("A"), "publish initial A in [(A)]; finish 3 success"),
        (.awaits(10), "true"),
      ])
  }

  @Test func aRefusedOperationLeavesNoReader() {
    expectTimeline([
      (.load(1, reader: 9), "refused: missingInitialPage"),
      (.fetch(2), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 2 success"),
      (.awaits(9), "false"),
    ])
  }
}
