import PagerState
import TestSupport
import Testing

/// Subscribers at their own pace, and a process that may die after every event.
@Suite("Whenever a process dies, the position misses no page")
struct ResumeRandomTests {
  @Test(
    "The position is the slower subscriber's", arguments: 1...20 as ClosedRange<UInt64>,
    [PageRetention.all, .last, .none])
  func followsTheSlowest(seed: UInt64, retention: PageRetention) throws {
    var generator = SeededGenerator(seed: seed)
    var timeline = Timeline(retaining: retention)
    let subscribers = [SubscriberID(7), SubscriberID(8)]
    for subscriber in subscribers { _ = timeline.record(timeline.subscribe(subscriber)) }
    _ = timeline.record(try timeline.begin(OperationID(1), .loadAll(Walk(emitsEachPage: true)), reader: nil))
    var told = 0
    var finished = [0, 0]
    for number in 1...300 {
      let load = timeline.newestLoad
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where timeline.state.isLoading(load):
        told += 1
        let facts = PageFacts(hasData: true, itemCount: 1, next: .open("K\(told)"), previous: .closed)
        _ = timeline.record(timeline.receive(TestPage(name: "p\(told)"), facts, answering: load))
      case 1:
        _ = timeline.record(
          timeline.handOutOldest(to: Bool.random(using: &generator) ? subscribers[0] : subscribers[1]))
      default:
        let index = Int.random(in: 0...1, using: &generator)
        if finished[index] < told { finished[index] += 1 }
        _ = timeline.record(timeline.finishOldest(by: subscribers[index]))
      }
      let position = timeline.state.finishedPosition
      let slowest = min(finished[0], finished[1])
      guard position.pageCount == slowest, position.fingerprints.count == slowest,
        position.next == (slowest == 0 ? nil : .open("K\(slowest)"))
      else {
        Issue.record("event \(number): \(position.notation), and the slowest has finished with \(slowest)")
        return
      }
    }
    #expect(min(finished[0], finished[1]) > 20)
  }

  /// Each process reads the list from the token of the one before it, and dies at a random moment.
  @Test("One process after the other", arguments: 1...20 as ClosedRange<UInt64>, [PageRetention.all, .last, .none])
  func oneAfterTheOther(seed: UInt64, retention: PageRetention) throws {
    let pageCount = 60
    var generator = SeededGenerator(seed: seed)
    var position = ListPosition.beginning
    var seen: [Int] = []
    var processes = 0
    while position.next != .closed {
      processes += 1
      var timeline = Timeline(retaining: retention, resumingAt: position)
      let walk = Walk(emitsEachPage: Bool.random(using: &generator))
      let subscriber = SubscriberID(7)
      _ = timeline.record(timeline.subscribe(subscriber))
      _ = timeline.record(try timeline.begin(OperationID(1), .loadAll(walk), reader: nil))
      var page = position.pageCount
      var waiting: [Int] = []
      for _ in 0..<Int.random(in: 5...80, using: &generator) {
        if Bool.random(using: &generator), timeline.state.isLoading(timeline.newestLoad) {
          page += 1
          let next: Frontier = page < pageCount ? .open("K\(page + 1)") : .closed
          let facts = PageFacts(hasData: true, itemCount: 1, next: next, previous: .closed)
          let actions = timeline.receive(TestPage(name: "\(page)"), facts, answering: timeline.newestLoad)
          _ = timeline.record(actions)
          waiting.append(page)
        } else if walk.emitsEachPage, !waiting.isEmpty {
          _ = timeline.record(timeline.finishOldest(by: subscriber))
          seen.append(waiting.removeFirst())
        } else if !walk.emitsEachPage, timeline.state.loading == nil, !waiting.isEmpty {
          // One update has shown them all.
          _ = timeline.record(timeline.finishOldest(by: subscriber))
          seen += waiting
          waiting = []
        }
        // What was finished with and the token are kept as one.
        position = timeline.state.finishedPosition
        guard position.pageCount == seen.count else {
          Issue.record("\(position.notation), and \(seen.count) pages are finished with")
          return
        }
      }
    }
    #expect(seen == Array(1...pageCount))
    #expect(processes > 1)
  }
}
