import PagerEngine
import PagerState
import Testing

@Suite("An engine that ends, or whose client is shut down")
struct EngineEndTests {
  private let recorder = Recorder()

  @Test func closedItEndsWhatIsUnderWayAndRefusesTheRest() throws {
    let loader = ScriptedLoader()
    let engine = PagerEngine(loader)
    _ = engine.subscribe(recorder.sink("a"))
    let walk = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    engine.answer(try #require(loader.takeRequest()))
    let late = ScriptedLoader.Request(load: LoadID(2), page: 1)
    engine.close()
    #expect(loader.history == ["send 0", "send 1", "abort 1"])
    #expect(recorder.history == ["a: page 0 of 1", "walk: cancelled"])

    engine.answer(late)
    engine.fail(late.load, NumberedFailure.offline(7))
    engine.cancel(walk)
    engine.reset()
    engine.close()
    for kind in [OperationKind.fetch, .load(.next), .wholeWalk] {
      #expect(throws: StartError.closed) { try engine.start(kind, completion: recorder.completion("late")) }
    }
    #expect(engine.subscribe(recorder.sink("b")) == nil)
    #expect(recorder.history == ["a: page 0 of 1", "walk: cancelled"])
    #expect(engine.read { $0.pagesHeld } == 0)
  }

  @Test func closedWhileHeldBackItAbortsNothing() throws {
    let loader = ScriptedLoader()
    let engine = PagerEngine(loader)
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    for _ in 0..<2 { engine.answer(try #require(loader.takeRequest())) }
    engine.close()
    #expect(loader.history == ["send 0", "send 1"])
    #expect(recorder.history == ["a: page 0 of 1", "a: page 1 of 2", "walk: cancelled"])
  }

  @Test("A call on a client that is shut down fails, once", arguments: [OperationKind.fetch, .wholeWalk])
  func shutDownBefore(kind: OperationKind) throws {
    let engine = PagerEngine(ScriptedLoader(accepting: 0))
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(kind, completion: recorder.completion("call"))
    #expect(recorder.history == ["a: closed with 0", "call: closed"])
    #expect(engine.read { $0.loading } == nil)
  }

  @Test func aCallThatSupersedesOnAClientThatIsShutDownEndsBoth() throws {
    let loader = ScriptedLoader(accepting: 1)
    let engine = PagerEngine(loader)
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.fetch, completion: recorder.completion("first"))
    _ = try engine.start(.fetch, completion: recorder.completion("second"))
    #expect(loader.history == ["send 0", "abort 0"])
    #expect(recorder.history == ["first: cancelled", "a: closed with 0", "second: closed"])
  }

  /// The state sends a walk's next request before it shows the page; a request that fails at once must not overtake it.
  @Test func aWalkThatMeetsTheShutdownShowsItsPageFirstAndEndsLast() throws {
    let loader = ScriptedLoader(accepting: 1)
    let engine = PagerEngine(loader)
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    engine.answer(try #require(loader.takeRequest()))
    #expect(recorder.history == ["a: page 0 of 1", "a: closed with 1", "walk: closed"])
  }

  @Test func aWalkThatWasHeldBackMeetsTheShutdownWhenItGoesOn() throws {
    let loader = ScriptedLoader(accepting: 2)
    let engine = PagerEngine(loader)
    let subscriber = try #require(engine.subscribe(recorder.sink("a")))
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    for _ in 0..<2 { engine.answer(try #require(loader.takeRequest())) }
    engine.finish(UpdateID(1), by: subscriber)
    #expect(recorder.history == ["a: page 0 of 1", "a: page 1 of 2", "a: closed with 2", "walk: closed"])
  }

  /// Nothing can release a walk whose engine is gone, so it has to end with it.
  @Test func anEngineThatGoesAwayEndsTheWalkThatIsHeldBack() throws {
    let loader = ScriptedLoader()
    var engine: PagerEngine? = PagerEngine(loader)
    _ = engine?.subscribe(recorder.sink("a"))
    _ = try engine?.start(.wholeWalk, completion: recorder.completion("walk"))
    for _ in 0..<2 { engine?.answer(try #require(loader.takeRequest())) }
    engine = nil
    #expect(recorder.history == ["a: page 0 of 1", "a: page 1 of 2", "walk: cancelled"])
  }
}
