import PagerState
import Testing

@Suite("A walk stays one page ahead of its slowest subscriber")
struct HoldBackTests {
  @Test func withoutSubscribersNothingHoldsItBack() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A) B]"),
      (.page("C", next: "K4"), "send #4 K4; publish next C in [(A) B C]"),
    ])
  }

  @Test func theNextPageTravelsWhileTheSubscriberWorksAndNoOther() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.loading, "loadAll"),
      (.consumed(7), "send #3 K3"),
      (.consumed(7), ""),
      (.page("C", next: "K4"), "send #4 K4; publish next C in [(A) B C]"),
      (.page("D"), "publish next D in [(A) B C D]; finish 1 success"),
      (.consumed(7), ""),
      (.consumed(7), ""),
    ])
  }

  @Test func aSubscriberThatKeepsUpHoldsNothingBack() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.consumed(7), ""),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A) B]"),
      (.consumed(7), ""),
      (.page("C", next: "K4"), "send #4 K4; publish next C in [(A) B C]"),
    ])
  }

  @Test("Pages that a reader collects hold nothing back, and enter a token once the reader has finished")
  func collectedUpdates() {
    expectTimeline([
      (.loadAll(1, reader: 9), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.collected(9), ""),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A) B]"),
      (.collected(9), ""),
      (.collected(9), ""),
      (.page("C", next: "K4"), "send #4 K4; publish next C in [(A) B C]"),
      (.page("D", next: "K5"), "publish next D in [(A) B C D]"),
      (.collected(9), "send #5 K5"),
      (.position, "at the beginning"),
      (.consumed(9), ""),
      (.position, "after 1 of 2 items: open K2"),
      (.consumed(9), ""),
      (.position, "after 2 of 4 items: open K3"),
      (.consumed(9), ""),
      (.page("E"), "publish next E in [(A) B C D E]; finish 1 success"),
      (.consumed(9), ""),
      (.position, "after 4 of 8 items: open K5"),
    ])
  }

  @Test func aReaderThatTakesBatchesLetsItRunFurtherAhead() {
    expectTimeline([
      (.loadAll(1, reader: 9), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.runAhead(of: 9, by: 3), "send #3 K3"),
      (.page("C", next: "K4"), "send #4 K4; publish next C in [(A) B C]"),
      (.page("D", next: "K5"), "publish next D in [(A) B C D]"),
      (.consumed(9), "send #5 K5"),
      (.consumed(9), ""),
      (.page("E", next: "K6"), "send #6 K6; publish next E in [(A) B C D E]"),
      (.page("F", next: "K7"), "publish next F in [(A) B C D E F]"),
      (.runAhead(of: 9, by: 1), ""),
      (.consumed(9), ""),
      (.consumed(9), ""),
      (.consumed(9), "send #7 K7"),
    ])
  }

  @Test func anotherSubscriberHoldsItBackAllTheSame() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1, reader: 9), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.runAhead(of: 9, by: 3), ""),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.consumed(7), "send #3 K3"),
    ])
  }

  @Test func theSlowestOfTwoCounts() {
    expectTimeline([
      (.subscribe(7), ""),
      (.subscribe(8), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.consumed(7), ""),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.consumed(7), ""),
      (.consumed(7), ""),
      (.consumed(8), "send #3 K3"),
    ])
  }

  @Test func aSubscriberThatLeavesReleasesIt() {
    expectTimeline([
      (.subscribe(7), ""),
      (.subscribe(8), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.unsubscribe(7), ""),
      (.unsubscribe(8), "send #3 K3"),
    ])
  }

  @Test func whatALateSubscriberIsReplayedCounts() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.subscribe(7), "replay 7: initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.consumed(7), "send #3 K3"),
    ])
  }

  @Test func aWalkThatEmitsAtTheEndWaitsOnlyForWhatWasPublishedBefore() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.page("B", next: "K3"), "send #3 K3"),
      (.page("C", next: "K4"), "send #4 K4"),
      (.page("D"), "publish next D in [(A) B C D]; finish 1 success"),
    ])
  }

  @Test func heldBackItCanBeCancelledWithNothingToAbort() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.page("late", answering: 2), ""),
      (.fail(answering: 2), ""),
      (.cancel(1), "finish 1 cancelled"),
      (.consumed(7), ""),
      (.consumed(7), ""),
      (.load(2), "send #3 K3"),
    ])
  }

  @Test("A held request can be reset or superseded, and is not released afterwards")
  func heldBackAndSuperseded() {
    let heldBack: [(event: Event, actions: String)] = [
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
    ]
    expectTimeline(
      heldBack + [
        (.reset, "finish 1 cancelled"), (.consumed(7), ""), (.consumed(7), ""), (.unsubscribe(7), ""),
      ])
    expectTimeline(
      heldBack + [
        (.fetch(2), "finish 1 cancelled; send #3 first"), (.consumed(7), ""), (.consumed(7), ""),
        (.page("A2"), "publish initial A2 in [(A2)]; finish 2 success"),
      ])
    expectTimeline(
      heldBack + [
        (.loadAll(2, from: .heldPages), "finish 1 cancelled; send #3 K3"), (.consumed(7), ""), (.consumed(7), ""),
        (.page("C"), "publish next C in [(A) B C]; finish 2 success"),
      ])
  }

  @Test func aLoadIsRefusedWhileAWalkIsHeldBack() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.load(2), "refused: loadInProgress"),
      (.consumed(7), "send #3 K3"),
    ])
  }

  @Test func aCallThatAsksForOnePageIsNeverHeldBack() {
    expectTimeline([
      (.subscribe(7), ""),
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
      (.load(3), "send #3 K3"),
      (.page("C"), "publish next C in [(A) B C]; finish 3 success"),
    ])
  }

  @Test func aNewSubscriberWithNothingToReplayHoldsNothingBack() {
    expectTimeline(
      retaining: .none,
      [
        (.loadAll(1), "send #1 first"),
        (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.subscribe(7), ""),
        (.page("B", next: "K3"), "send #3 K3; publish next B in [B]"),
        (.page("C", next: "K4"), "publish next C in [C]"),
      ])
  }
}
