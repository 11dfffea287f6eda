import PagerState
import Testing

/// What a resume token stands for, and what a list does that begins with one.
@Suite("A position counts what subscribers have finished with")
struct ResumeTests {
  static let retentions: [PageRetention] = [.all, .last, .none]

  @Test("Neither waiting nor running work keeps its object", arguments: retentions)
  func countsWhatIsFinished(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.position, "at the beginning"),
        (.subscribe(7), ""),
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.handedOut(7), ""),
        (.position, "at the beginning"),
        (.consumed(7), ""),
        (.position, "after 1 of 2 items: open K2"),
        (.page("B", next: "K3"), "send #3 K3; publish next B in \(retention == .all ? "[(A) B]" : "[B]")"),
        (.page("C", next: "K4"), "publish next C in \(retention == .all ? "[(A) B C]" : "[C]")"),
        (.position, "after 1 of 2 items: open K2"),
        (.consumed(7), "send #4 K4"),
        (.position, "after 2 of 4 items: open K3"),
        (.consumed(7), ""),
        (.position, "after 3 of 6 items: open K4"),
      ])
  }

  @Test("A page that comes after its only consumer has left is not counted")
  func afterTheConsumer() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.handedOut(7), ""),
      (.consumed(7), ""),
      (.unsubscribe(7), ""),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A) B]"),
      (.position, "after 1 of 2 items: open K2"),
    ])
  }

  @Test func aResetForgetsWhatWasBeingWorkedOn() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.handedOut(7), ""),
      (.consumed(7), ""),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A) B]"),
      (.position, "after 1 of 2 items: open K2"),
      (.reset, "abort #3; finish 1 cancelled"),
      (.position, "at the beginning"),
    ])
  }

  @Test func aListThatHasPagesIsNotResumed() {
    var timeline = Timeline(retaining: .all)
    _ = Event.fetch(1).play(&timeline)
    _ = Event.page("A", next: "K2").play(&timeline)
    let position = timeline.state.finishedPosition
    let isResumed = timeline.state.resume(at: position)
    #expect(!isResumed && timeline.state.pagesHeld == 1)
    _ = Event.reset.play(&timeline)
    let isResumedAfterwards = timeline.state.resume(at: position)
    #expect(isResumedAfterwards)
  }

  @Test func theSlowestSubscriberCounts() {
    expectTimeline(
      retaining: .none,
      [
        (.subscribe(7), ""),
        (.subscribe(8), ""),
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.page("B", next: "K3"), "publish next B in [B]"),
        (.consumed(7), ""),
        (.consumed(7), ""),
        (.position, "at the beginning"),
        (.consumed(8), "send #3 K3"),
        (.position, "after 1 of 2 items: open K2"),
        (.unsubscribe(8), ""),
        (.position, "after 2 of 4 items: open K3"),
      ])
  }

  @Test func withoutSubscribersWhatIsLoadedCounts() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2", previous: "J2"), "publish initial A in [(A)]; finish 1 success"),
      (.position, "after 1 of 2 items: open K2, open J2 before"),
      (.load(2, .previous), "send #2 J2"),
      (.page("Z"), "publish previous Z in [Z (A)]; finish 2 success"),
      (.position, "after 2 of 4 items: open K2"),
    ])
  }

  @Test("A page that its only subscriber left behind is not finished with", arguments: retentions)
  func leftBehind(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.subscribe(7), ""),
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.consumed(7), ""),
        (.page("B", next: "K3"), "send #3 K3; publish next B in \(retention == .all ? "[(A) B]" : "[B]")"),
        (.handedOut(7), ""),
        (.unsubscribe(7), ""),
        (.position, "after 1 of 2 items: open K2"),
        (.page("C", next: "K4"), "send #4 K4; publish next C in \(retention == .all ? "[(A) B C]" : "[C]")"),
        (.position, "after 1 of 2 items: open K2"),
        (.cancel(1), "abort #4; finish 1 cancelled"),
        (.position, "after 1 of 2 items: open K2"),
        // A caller that goes on has dealt with it. A page that no reader got is asked for again if it is not kept.
        (.load(2), retention == .all ? "send #5 K4" : "send #5 K3"),
        (
          .position,
          retention == .all ? "after 3 of 6 items: open K4" : "after 2 of 4 items: open K3"
        ),
      ])
  }

  @Test func theReaderOfACancelledOperationCanStillFinish() {
    expectTimeline(
      retaining: .none,
      [
        (.fetch(1, reader: 9), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.consumed(9), ""),
        (.loadAll(2, from: .heldPages, reader: 8), "send #2 K2"),
        (.page("B", next: "K3"), "send #3 K3; publish next B in [B]"),
        (.handedOut(8), ""),
        (.cancel(2), "abort #3; finish 2 cancelled"),
        (.position, "after 1 of 2 items: open K2"),
        (.consumed(8), ""),
        (.position, "after 2 of 4 items: open K3"),
      ])
  }

  @Test func aPageAheadOfItsAnswerDoesNotCount() {
    expectTimeline([
      (.subscribe(7), ""),
      (.fetch(1), "send #1 first"),
      (.ahead("A", next: "K2"), "publish initial A from cache in [(A)]"),
      (.consumed(7), ""),
      (.position, "at the beginning"),
      (.page("A2", next: "K2"), "publish initial A2 in [(A2)]; finish 1 success"),
      (.position, "at the beginning"),
      (.consumed(7), ""),
      (.position, "after 1 of 2 items: open K2"),
    ])
  }

  @Test func aPageWithErrorsOnlyWillBeAskedForAgain() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.errorsOnly("E"), "publish next E in [(A) E]; finish 2 without data: E"),
      (.position, "after 1 of 2 items: open K2"),
    ])
  }

  @Test func aListThatBeginsAnewHasNoPosition() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.fetch(2), "send #2 first"),
      (.position, "after 1 of 2 items: open K2"),
      (.reset, "abort #2; finish 2 cancelled"),
      (.position, "at the beginning"),
    ])
  }

  // MARK: Resumed

  private let atK3 = ListPosition(
    next: "K3", previous: .closed, pageCount: 2, itemCount: 4,
    fingerprints: [TestRequest(firstRequest).fingerprint, TestRequest("K2").fingerprint])

  @Test("A resumed list goes on where it was, until it holds a page", arguments: retentions)
  func goesOn(retention: PageRetention) {
    expectTimeline(
      retaining: retention, resumingAt: atK3,
      [
        (.position, "after 2 of 4 items: open K3"),
        (.canLoad(.next), "true"),
        (.counts, "0 held, 2 loaded, 4 items"),
        (.subscribe(7), ""),
        (.loadAll(1, from: .unsaid), "send #1 K3"),
        (.fail(), "publish offline with []; finish 1 offline"),
        (.consumed(7), ""),
        (.loadAll(2, from: .unsaid), "send #2 K3"),
        (.page("C", next: "K4"), "send #3 K4; publish next C in [C]"),
        (.consumed(7), ""),
        (.position, "after 3 of 6 items: open K4"),
        (
          .loadAll(3, from: .unsaid),
          "abort #3; finish 2 cancelled; send #4 \(retention == .none ? "K4" : "first")"
        ),
      ])
  }

  @Test func aCycleBackToAPageOfAnotherProcessIsNoticed() {
    expectTimeline(
      resumingAt: atK3,
      [
        (.loadAll(1, from: .unsaid), "send #1 K3"),
        (.page("C", next: "K2"), "publish next C in [C]; publish cursorCycle with [C]; finish 1 cursorCycle"),
      ])
  }

  @Test func aResumedListThatIsCompleteHasNothingToLoad() {
    let complete = ListPosition(
      next: .closed, previous: .closed, pageCount: 5, itemCount: 10, fingerprints: [])
    expectTimeline(
      resumingAt: complete,
      [
        (.loadAll(1, from: .unsaid), "finish 1 success"),
        (.load(2), "refused: pageHasNoMoreContent"),
        (.loadAll(3, from: .initialPage), "send #1 first"),
      ])
  }

  @Test func aResumedListThatHadNotBegunBegins() {
    expectTimeline(
      resumingAt: .beginning,
      [
        (.position, "at the beginning"),
        (.loadAll(1, from: .unsaid), "send #1 first"),
        (.page("A"), "publish initial A in [(A)]; finish 1 success"),
      ])
  }

  @Test func aResetListBeginsAnew() {
    expectTimeline(
      resumingAt: atK3,
      [
        (.reset, ""),
        (.loadAll(1, from: .unsaid), "send #1 first"),
      ])
  }
}
