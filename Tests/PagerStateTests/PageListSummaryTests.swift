import PagerState
import Testing

@Suite("What is counted of a list")
struct PageListSummaryTests {
  /// What a reader learnt up to a page.
  private final class Learnt: ListTrail {
    let endsEarly = false
  }

  private func facts(
    next: Frontier = .closed, nested: Int = 0, unknown: Int = 0, trail: TrailReference? = nil
  ) -> PageFacts {
    var facts = PageFacts(hasData: true, itemCount: 2, next: next, previous: .closed)
    facts.nested.incomplete = nested
    facts.nested.unknown = unknown
    facts.trail = trail
    return facts
  }

  private func fetched(_ first: PageFacts) -> Timeline {
    var timeline = Timeline(retaining: .all)
    _ = Event.fetch(1).play(&timeline)
    receive("A", first, in: &timeline)
    return timeline
  }

  private func receive(
    _ name: String, _ page: PageFacts, isFinal: Bool = true, in timeline: inout Timeline
  ) {
    _ = timeline.record(
      timeline.receive(TestPage(name: name), page, answering: timeline.newestLoad, isFinal: isFinal))
  }

  private func counted(_ timeline: Timeline) -> [Int] {
    let nested = timeline.state.summary.nested
    return [nested.incomplete, nested.unknown]
  }

  @Test("A page that failed leaves what was learnt before it", arguments: [true, false])
  func failedPages(hasTrail: Bool) {
    let learnt = TrailReference(Learnt())
    var timeline = fetched(facts(next: "K2", trail: learnt))
    _ = Event.load(2).play(&timeline)
    var failed = PageFacts.withoutData
    failed.trail = hasTrail ? TrailReference(Learnt()) : nil
    failed.total = 7
    receive("B", failed, in: &timeline)
    #expect(timeline.state.summary.trail == learnt)
    #expect(timeline.state.summary.drift.total == nil)

    // The page that takes its place goes on from there.
    let further = TrailReference(Learnt())
    _ = Event.load(3).play(&timeline)
    receive("C", facts(trail: further), in: &timeline)
    #expect(timeline.state.summary.trail == further)
  }

  @Test("The lists inside a page count once, however often it changes")
  func changes() {
    var timeline = fetched(facts(next: "K2", nested: 3, unknown: 1))
    _ = Event.load(2).play(&timeline)
    receive("B", facts(nested: 2), in: &timeline)
    #expect(counted(timeline) == [5, 1])
    for (name, nested, unknown) in [("A2", 3, 1), ("A3", 1, 0), ("A4", 0, 2), ("A5", 4, 0)] {
      let before = name == "A2" ? "A" : "A\((Int(name.dropFirst()) ?? 0) - 1)"
      _ = timeline.replace(before, with: TestPage(name: name)) {
        ($0.nested.incomplete, $0.nested.unknown) = (nested, unknown)
      }
      #expect(counted(timeline) == [nested + 2, unknown])
    }
  }

  @Test("The items of a page that are left out count once, however often it changes")
  func leftOut() {
    var timeline = fetched(facts(next: "K2"))
    for (before, name, count) in [("A", "A2", 3), ("A2", "A3", 1)] {
      _ = timeline.replace(before, with: TestPage(name: name)) {
        ($0.itemCount, $0.duplicateCount, $0.knownCount) = (count + 4, count, count + 1)
      }
      let summary = timeline.state.summary
      #expect([summary.itemsLoaded, summary.duplicateCount, summary.knownCount] == [count + 4, count, count + 1])
    }
  }

  @Test("The lists inside a page count once if the cache has it ahead of the server")
  func interim() {
    var timeline = Timeline(retaining: .all)
    _ = Event.fetch(1).play(&timeline)
    receive("A", facts(nested: 3, unknown: 2), isFinal: false, in: &timeline)
    #expect(counted(timeline) == [3, 2])
    receive("B", facts(nested: 1), in: &timeline)
    #expect(counted(timeline) == [1, 0])
  }
}
