import PagerState
import Testing

/// A reader of positions that keeps the fingerprints which it has, as the writer of tokens does.
struct FingerprintReader {
  private var mark: FingerprintMark?
  private var fingerprints: [UInt64] = []
  /// How many fingerprints it was given in all.
  private(set) var givenCount = 0
  /// How often it had to forget what it had.
  private(set) var forgotCount = 0

  /// Reads the position, and compares it with the whole one.
  mutating func read(_ state: PagerState) {
    let step = state.finishedPosition(after: mark)
    if !step.continues {
      if !fingerprints.isEmpty { forgotCount += 1 }
      fingerprints = []
    }
    fingerprints += step.position.fingerprints
    givenCount += step.position.fingerprints.count
    mark = step.mark
    var position = step.position
    position.fingerprints = fingerprints
    // Without the macro, because random tests read after hundreds of thousands of events.
    if position != state.finishedPosition { Issue.record("\(position), not \(state.finishedPosition)") }
  }
}

@Suite("A reader of positions gets each fingerprint once")
struct FingerprintReaderTests {
  private func walked(_ pages: Int, reading: (Timeline) -> Void = { _ in }) throws -> Timeline {
    var timeline = Timeline(retaining: .none)
    _ = timeline.record(try timeline.begin(OperationID(1), .loadAll(Walk(emitsEachPage: true)), reader: nil))
    for number in 1...pages {
      let facts = PageFacts(hasData: true, itemCount: 1, next: .open("K\(number)"), previous: .closed)
      _ = timeline.record(timeline.receive(TestPage(name: "p\(number)"), facts, answering: timeline.newestLoad))
      reading(timeline)
    }
    return timeline
  }

  @Test("A reader that reads after each page gets one fingerprint for each")
  func afterEachPage() throws {
    var reader = FingerprintReader()
    _ = try walked(50) { reader.read($0.state) }
    #expect(reader.givenCount == 50 && reader.forgotCount == 0)
  }

  @Test("After a reset, a reader forgets what it had, also if the new list has as many pages")
  func reset() throws {
    var reader = FingerprintReader()
    var timeline = try walked(3)
    reader.read(timeline.state)
    _ = timeline.record(timeline.state.reset())
    _ = timeline.record(try timeline.begin(OperationID(2), .fetch, reader: nil))
    reader.read(timeline.state)
    #expect(reader.forgotCount == 1)
  }

  @Test("A list that begins anew, because the server refuses its place, is another list for a reader")
  func refused() throws {
    var position = ListPosition(
      next: .open("K9"), previous: .closed, pageCount: 2, itemCount: 2, fingerprints: [8, 9])
    position.restartsIfRefused = true
    var timeline = Timeline(retaining: .all, resumingAt: position)
    var reader = FingerprintReader()
    reader.read(timeline.state)
    _ = timeline.record(try timeline.begin(OperationID(1), .loadAll(Walk(emitsEachPage: true)), reader: nil))
    _ = timeline.record(timeline.state.fail(timeline.newestLoad, TestFailure.offline, isRefusal: true))
    for number in 1...2 {
      let facts = PageFacts(hasData: true, itemCount: 1, next: .open("K\(number)"), previous: .closed)
      _ = timeline.record(timeline.receive(TestPage(name: "p\(number)"), facts, answering: timeline.newestLoad))
    }
    reader.read(timeline.state)
    #expect(reader.forgotCount == 1)
  }
}
