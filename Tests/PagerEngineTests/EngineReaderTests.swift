import PagerEngine
import PagerState
import Synchronization
import Testing

@Suite("The reader of an operation, as an engine serves it")
struct EngineReaderTests {
  private let loader = ScriptedLoader()
  private let recorder = Recorder()
  private let queue = ReadingQueue()

  private func makeEngine(retaining retention: PageRetention = .all) -> PagerEngine {
    PagerEngine(loader, retention: retention)
  }

  /// A sink that notes what it is told under a name and keeps it, as a pulled operation does.
  private func reader(_ name: String) -> PagerEngine.Sink {
    let note = recorder.sink(name)
    return { [queue] subscriber, update in
      queue.put(update.id, of: subscriber)
      note(subscriber, update)
    }
  }

  @Test func itIsToldOfEachPageBeforeTheEnd() throws {
    let engine = makeEngine()
    _ = try engine.start(.wholeWalk, reader: reader("r"), completion: recorder.completion("walk"))
    engine.answer(try #require(loader.takeRequest()))
    engine.answer(try #require(loader.takeRequest()), isLast: true)
    #expect(recorder.history == ["r: page 0 of 1", "r: page 1 of 2", "walk: success"])
  }

  @Test func itIsToldNeitherOfWhatWasBeforeNorOfWhatComesAfter() throws {
    let engine = makeEngine()
    for name in ["first", "second", "third"] {
      let reader = name == "second" ? reader("r") : nil
      let kind = name == "first" ? OperationKind.fetch : .load(.next)
      _ = try engine.start(kind, reader: reader, completion: recorder.completion(name))
      engine.answer(try #require(loader.takeRequest()))
    }
    #expect(recorder.history == ["first: success", "r: page 1 of 2", "second: success", "third: success"])
  }

  @Test func aFailureIsLeftToTheEnd() throws {
    let engine = makeEngine()
    _ = engine.subscribe(recorder.sink("s"))
    _ = try engine.start(.fetch, reader: reader("r"), completion: recorder.completion("fetch"))
    engine.fail(try #require(loader.takeRequest()).load, NumberedFailure.offline(7))
    #expect(recorder.history == ["s: offline 7 with 0", "fetch: offline 7"])
  }

  @Test func pagesOfAWalkThatItsOwnOperationSupersededAreNotToldToIt() throws {
    let engine = makeEngine()
    _ = try engine.start(.loadAll(Walk(emitsEachPage: false)), completion: recorder.completion("walk"))
    engine.answer(try #require(loader.takeRequest()))
    _ = try engine.start(.fetch, reader: reader("r"), completion: recorder.completion("fetch"))
    engine.fail(try #require(loader.takeRequest()).load, NumberedFailure.offline(7))
    #expect(recorder.history == ["walk: cancelled", "fetch: offline 7"])
  }

  @Test func aRefusedOperationTellsItNothing() throws {
    let engine = makeEngine()
    _ = try engine.start(.fetch, completion: recorder.completion("fetch"))
    #expect(throws: StartError.refused(.usage(.loadInProgress))) {
      try engine.start(.load(.next), reader: reader("r"), completion: recorder.completion("load"))
    }
    engine.answer(try #require(loader.takeRequest()))
    #expect(recorder.history == ["fetch: success"])
  }

  @Test func oneMorePageIsAskedForWhileItWorksOnOneAndNoMore() throws {
    let engine = makeEngine()
    _ = try engine.start(.wholeWalk, reader: reader("r"), completion: recorder.completion("walk"))
    for _ in 0..<2 { engine.answer(try #require(loader.takeRequest())) }
    #expect(loader.history == ["send 0", "send 1"])
    #expect(queue.handOutFirst(from: engine) == true)
    #expect(loader.history == ["send 0", "send 1"])
    queue.finishFirst(on: engine)
    #expect(loader.history == ["send 0", "send 1", "send 2"])
  }

  @Test func whatWaitsAtAGoodEndIsHandedOutOnce() throws {
    let engine = makeEngine(retaining: .none)
    _ = try engine.start(.fetch, reader: reader("r"), completion: recorder.completion("fetch"))
    engine.answer(try #require(loader.takeRequest()))
    #expect(queue.handOutFirst(from: engine) == true)
    #expect(queue.handOutFirst(from: engine) == false)
    #expect(engine.read { $0.summary.pagesLoaded } == 1)
  }

  @Test("Pages that wait when their operation is cut short are not handed out", arguments: Cut.allCases)
  func cutShort(by cut: Cut) throws {
    let engine = makeEngine(retaining: .none)
    let walk = try engine.start(.wholeWalk, reader: reader("r"), completion: recorder.completion("walk"))
    engine.answer(try #require(loader.takeRequest()))
    switch cut {
    case .cancel: engine.cancel(walk)
    case .anotherFetch: _ = try engine.start(.fetch, completion: recorder.completion("fetch"))
    case .reset: engine.reset()
    case .close: engine.close()
    }
    #expect(recorder.history == ["r: page 0 of 1", "walk: cancelled"])
    #expect(queue.handOutFirst(from: engine) == false)
    #expect(engine.read { $0.summary.pagesLoaded } == 0)
  }

  enum Cut: CaseIterable {
    case cancel, anotherFetch, reset, close
  }

  @Test func oneThatLeavesAfterTheEndGivesItsPagesBack() throws {
    let engine = makeEngine(retaining: .none)
    _ = try engine.start(.fetch, reader: reader("r"), completion: recorder.completion("fetch"))
    engine.answer(try #require(loader.takeRequest()))
    engine.unsubscribe(try #require(queue.owner))
    _ = try engine.start(.load(.next), completion: recorder.completion("load"))
    #expect(loader.history == ["send 0", "send 0"])
  }
}

/// The updates that a reader was told of, the oldest first.
private final class ReadingQueue: Sendable {
  private let guarded = Mutex<(owner: SubscriberID?, updates: [UpdateID])>((nil, []))

  var owner: SubscriberID? { guarded.withLock { $0.owner } }
  private var first: UpdateID? { guarded.withLock { $0.updates.first } }

  func put(_ update: UpdateID, of owner: SubscriberID) {
    guarded.withLock { queue in
      queue.owner = owner
      queue.updates.append(update)
    }
  }

  /// Returns whether the engine lets it have the oldest one; nil where it was told of none.
  func handOutFirst(from engine: PagerEngine) -> Bool? {
    guard let owner, let first else { return nil }
    return engine.handOut(first, to: owner) != .refused
  }

  func finishFirst(on engine: PagerEngine) {
    guard let owner, let first else { return }
    guarded.withLock { _ = $0.updates.removeFirst() }
    engine.finish(first, by: owner)
  }
}
