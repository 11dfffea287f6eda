import Dispatch
import Foundation  // Thread
import PagerEngine
import PagerState
import Testing

@Suite("An engine carries out what its state decides, in that order")
struct PagerEngineTests {
  private let loader = ScriptedLoader()
  private let recorder = Recorder()
  private let engine: PagerEngine

  init() {
    engine = PagerEngine(loader)
  }

  private func answer(isLast: Bool = false) throws {
    engine.answer(try #require(loader.takeRequest()), isLast: isLast)
  }

  @Test func aWalkShowsEachPageAndThenEnds() throws {
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    try answer()
    try answer(isLast: true)
    #expect(recorder.history == ["a: page 0 of 1", "a: page 1 of 2", "walk: success"])
    #expect(loader.history == ["send 0", "send 1"])
    #expect(loader.takeRequest() == nil)
  }

  @Test func allSubscribersGetAnUpdateAndALateOneGetsTheCurrentList() throws {
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.fetch, completion: recorder.completion("fetch"))
    try answer()
    _ = engine.subscribe(recorder.sink("b"))
    #expect(recorder.history == ["a: page 0 of 1", "fetch: success", "b: page 0 of 1"])

    _ = try engine.start(.load(.next), completion: recorder.completion("load"))
    try answer()
    #expect(recorder.history.dropFirst(3).dropLast().sorted() == ["a: page 1 of 2", "b: page 1 of 2"])
    #expect(recorder.history.last == "load: success")
  }

  @Test func aSubscriberThatLeftGetsNothingMore() throws {
    let subscriber = try #require(engine.subscribe(recorder.sink("a")))
    _ = try engine.start(.fetch, completion: recorder.completion("fetch"))
    engine.unsubscribe(subscriber)
    engine.unsubscribe(subscriber)
    try answer()
    #expect(recorder.history == ["fetch: success"])
    #expect(engine.read { $0.pagesHeld } == 1)
  }

  @Test func aRefusedOperationIsThrownAndNeverCompletes() throws {
    #expect(throws: StartError.refused(.usage(.missingInitialPage))) {
      try engine.start(.load(.next), completion: recorder.completion("load"))
    }
    _ = try engine.start(.fetch, completion: recorder.completion("fetch"))
    #expect(throws: StartError.refused(.usage(.loadInProgress))) {
      try engine.start(.load(.next), completion: recorder.completion("load"))
    }
    try answer()
    engine.close()
    #expect(recorder.history == ["fetch: success"])
  }

  @Test func aFailureIsToldAndEndsTheOperation() throws {
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.fetch, completion: recorder.completion("fetch"))
    engine.fail(try #require(loader.takeRequest()).load, NumberedFailure.offline(7))
    #expect(recorder.history == ["a: offline 7 with 0", "fetch: offline 7"])
  }

  @Test func whatIsSupersededIsAbortedAndEndsBeforeTheNextRequestLeaves() throws {
    _ = try engine.start(.fetch, completion: recorder.completion("first"))
    _ = try engine.start(.wholeWalk, completion: recorder.completion("second"))
    #expect(loader.history == ["send 0", "abort 0", "send 0"])
    #expect(recorder.history == ["first: cancelled"])
  }

  @Test func cancelAbortsAndEndsAndMayBeRepeated() throws {
    let operation = try engine.start(.fetch, completion: recorder.completion("fetch"))
    engine.cancel(operation)
    engine.cancel(operation)
    #expect(loader.history == ["send 0", "abort 0"])
    #expect(recorder.history == ["fetch: cancelled"])
    #expect(engine.read { $0.loading } == nil)
  }

  @Test func anAnswerThatMeetsItsAbortIsIgnored() throws {
    _ = engine.subscribe(recorder.sink("a"))
    let operation = try engine.start(.fetch, completion: recorder.completion("fetch"))
    let late = try #require(loader.takeRequest())
    engine.cancel(operation)
    engine.answer(late)
    engine.fail(late.load, NumberedFailure.offline(7))
    #expect(recorder.history == ["fetch: cancelled"])
    #expect(engine.read { $0.pagesHeld } == 0)
  }

  @Test func anAnswerIsNotAbortedAfterItArrived() throws {
    let walk = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    let subscriber = try #require(engine.subscribe(recorder.sink("a")))
    try answer()
    try answer()
    // The walk is held back now: its subscriber has two pages to work on.
    #expect(loader.takeRequest() == nil)
    engine.cancel(walk)
    #expect(loader.history == ["send 0", "send 1"])
    #expect(recorder.history == ["a: page 0 of 1", "a: page 1 of 2", "walk: cancelled"])
    engine.finish(UpdateID(1), by: subscriber)
    #expect(loader.takeRequest() == nil)
  }

  @Test("A walk that waits for a subscriber goes on when that one has finished, or left", arguments: [true, false])
  func heldBack(leaves: Bool) throws {
    let subscriber = try #require(engine.subscribe(recorder.sink("a")))
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    try answer()
    try answer()
    #expect(loader.history == ["send 0", "send 1"])
    if leaves { engine.unsubscribe(subscriber) } else { engine.finish(UpdateID(1), by: subscriber) }
    #expect(loader.history == ["send 0", "send 1", "send 2"])
  }

  @Test func aPageIsPlacedBeforeItIsKnownWhatItSays() throws {
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    try answer()
    let request = try #require(loader.takeRequest())
    #expect(engine.place(NumberedPage(1), of: request.load)?.count == 2)
    #expect(engine.read { $0.pagesHeld } == 1)
    engine.reset()
    #expect(engine.place(NumberedPage(1), of: request.load) == nil)
  }

  /// The engine may be called by what it calls: what comes of that follows what is being carried out.
  @Test func whatItCallsMayCallIt() throws {
    _ = engine.subscribe { [engine, recorder] subscriber, update in
      recorder.note("update \(update.id.number)")
      engine.finish(update.id, by: subscriber)
      if update.id == UpdateID(1) { engine.reset() }
      recorder.note("taken \(update.id.number)")
    }
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    try answer()
    #expect(recorder.history == ["update 1", "taken 1", "walk: cancelled"])
    #expect(loader.history == ["send 0", "send 1", "abort 1"])
  }

  /// No lock is held while it carries something out: another thread gets through meanwhile, and leaves its own effects
  /// to the thread that is at it.
  @Test(.timeLimit(.minutes(1)))
  func noLockIsHeldWhileItCallsOthers() throws {
    _ = engine.subscribe { [engine, recorder] _, _ in
      let other = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        recorder.note("\(engine.read { $0.pagesHeld }) held")
        engine.reset()
        other.signal()
      }
      other.wait()
      recorder.note("other is through")
    }
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    try answer()
    #expect(recorder.history == ["1 held", "other is through", "walk: cancelled"])
  }

  @Test func anEngineThatIsDroppedGoesAway() throws {
    weak var dropped: PagerEngine?
    do {
      let engine = PagerEngine(loader)
      dropped = engine
      _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
      for _ in 0..<2 { engine.answer(try #require(loader.takeRequest())) }
      engine.close()
    }
    #expect(dropped == nil)
    #expect(recorder.history == ["walk: cancelled"])
  }

  @Test func aResetForgetsAndSaysNothing() throws {
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.fetch, completion: recorder.completion("fetch"))
    try answer()
    _ = try engine.start(.load(.next), completion: recorder.completion("load"))
    let generation = engine.reset()
    _ = engine.subscribe(recorder.sink("b"))
    #expect(loader.history == ["send 0", "send 1", "abort 1"])
    #expect(recorder.history == ["a: page 0 of 1", "fetch: success", "load: cancelled"])
    #expect(generation == 1)
    #expect(engine.reset() == 2)
  }
}
