import PagerState
import Testing

@Suite("A burst of changes of a page makes one update that waits")
struct CoalescingTests {
  private let twoPages: [(event: Event, actions: String)] = [
    (.fetch(1), "send #1 first"),
    (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
    (.load(2), "send #2 K2"),
    (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
    (.subscribe(7), "replay 7: next B in [(A) B]"),
    (.consumed(7), ""),
  ]

  @Test("A slow subscriber is told the first, and the newest when it is handed that")
  func newest() {
    expectTimeline(
      twoPages + [
        (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2) B]"),
        (.replace("A2", with: "A3"), ""),
        (.replace("A3", with: "A4"), ""),
        (.handedOut(7), "replay 7: initial A4 from cache in [(A4) B]"),
        (.replace("A4", with: "A5"), ""),
        (.consumed(7), ""),
        (.handedOut(7), "replay 7: initial A5 from cache in [(A5) B]"),
        (.consumed(7), ""),
        (.consumed(7), ""),
        (.replace("A5", with: "A6"), "publish initial A6 from cache in [(A6) B]"),
      ])
  }

  @Test("A subscriber that reports when it has finished is told then")
  func finishing() {
    expectTimeline(
      twoPages + [
        (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2) B]"),
        (.replace("A2", with: "A3"), ""),
        (.consumed(7), "replay 7: initial A3 from cache in [(A3) B]"),
        (.consumed(7), ""),
        (.consumed(7), ""),
      ])
  }

  @Test("Each page for itself, and each subscriber")
  func eachForItself() {
    expectTimeline(
      twoPages + [
        (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2) B]"),
        (.replace("B", with: "B2"), "publish next B2 from cache in [(A2) B2]"),
        (.replace("A2", with: "A3"), ""),
        (.subscribe(8), "replay 8: initial A3 from cache in [(A3) B2]"),
        (.replace("A3", with: "A4"), "publish initial A4 from cache in [(A4) B2]"),
        (.handedOut(7), "replay 7: initial A4 from cache in [(A4) B2]"),
        (.consumed(7), ""),
        (.consumed(7), ""),
        (.consumed(7), ""),
        (.consumed(8), ""),
        (.consumed(8), ""),
      ])
  }

  @Test("Pages that arrive meanwhile keep their order, and nothing goes back to an older state")
  func order() {
    expectTimeline(
      twoPages + [
        (.load(3), "send #3 K3"),
        (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2) B]"),
        (.page("C"), "publish next C in [(A2) B C]; finish 3 success"),
        (.replace("A2", with: "A3"), ""),
        (.consumed(7), "replay 7: initial A3 from cache in [(A3) B C]"),
        (.consumed(7), ""),
        (.consumed(7), ""),
      ])
  }

  @Test("The server's page alone decides how the list continues")
  func server() {
    expectTimeline([
      (.subscribe(7), ""),
      (.fetch(1), "send #1 first"),
      (.ahead("A1"), "publish initial A1 from cache in [(A1)]"),
      (.replace("A1", with: "A2"), "publish initial A2 from cache in [(A2)]"),
      (.replace("A2", with: "A3"), ""),
      (.page("A4"), "publish initial A4 in [(A4)]; finish 1 success"),
      (.consumed(7), ""),
      (.consumed(7), ""),
      (.consumed(7), ""),
    ])
  }

  @Test("A page that is gone when its turn comes is not shown")
  func gone() {
    let burst =
      twoPages + [
        (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2) B]"), (.replace("A2", with: "A3"), ""),
      ]
    expectTimeline(burst + [(.reset, ""), (.consumed(7), "")])
    expectTimeline(
      burst + [
        (.fetch(3), "send #3 first"), (.page("N"), "publish initial N in [(N)]; finish 3 success"),
        (.consumed(7), ""), (.consumed(7), ""),
      ])
  }

  @Test("A burst of changes does not hold back a walk, however long it is")
  func holdBack() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2)]"),
      (.replace("A2", with: "A3"), ""),
      (.consumed(7), ""),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A3) B]"),
    ])
  }

  @Test("A page that is shown changes at once in a walk that shows the others at its end")
  func duringAWalk() {
    expectTimeline(
      twoPages + [
        (.loadAll(3, from: .heldPages, emits: .atTheEnd), "send #3 K3"),
        (.page("C", next: "K4"), "send #4 K4"),
        (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2) B]"),
        (.replace("A2", with: "A3"), ""),
        (.handedOut(7), "replay 7: initial A3 from cache in [(A3) B]"),
        (.page("D"), "publish next D in [(A3) B C D]; finish 3 success"),
      ])
  }
}
