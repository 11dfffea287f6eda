import PagerEngine
import PagerState
import Testing

@Suite("An engine whose loader has a cache")
struct EngineChangeTests {
  private let loader = ScriptedLoader(watchesPages: true)
  private let recorder = Recorder()
  private let engine: PagerEngine

  init() {
    engine = PagerEngine(loader)
  }

  /// Answers the oldest request with the cache's page 10 n, then with the server's page n.
  private func answerTwice(isLast: Bool = false) throws -> PageID? {
    let request = try #require(loader.takeRequest())
    let ahead = engine.answer(request, with: request.page * 10, isFinal: false)
    #expect(engine.answer(request, isLast: isLast) == ahead)
    return ahead
  }

  @Test("M34: subscribers are told of the cache's page and of the server's, and both have one place")
  func twoAnswers() throws {
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.wholeWalk, completion: recorder.completion("walk"))
    #expect(try answerTwice() == PageID(list: 1, role: .initial, index: 0))
    engine.finish(UpdateID(1), by: SubscriberID(1))
    engine.finish(UpdateID(2), by: SubscriberID(1))
    #expect(try answerTwice(isLast: true) == PageID(list: 1, role: .next, index: 0))
    #expect(
      recorder.history == [
        "a: page 0 of 1", "a: page 0 of 1", "a: page 10 of 2", "a: page 1 of 2", "walk: success",
      ])
    #expect(loader.history == ["send 0", "send 1"])
  }

  @Test("A request whose page came from the cache can still be aborted")
  func cancelledBetween() throws {
    let fetch = try engine.start(.fetch, completion: recorder.completion("fetch"))
    _ = try answerTwice()
    let load = try engine.start(.load(.next), completion: recorder.completion("load"))
    // Left among those that wait, for it is in flight until its answer comes.
    let request = ScriptedLoader.Request(load: LoadID(2), page: 1)
    #expect(engine.answer(request, with: 10, isFinal: false) != nil)
    engine.cancel(fetch)
    engine.cancel(load)
    #expect(loader.history == ["send 0", "send 1", "abort 1"])
    #expect(engine.answer(request) == nil)
    #expect(recorder.history == ["fetch: success", "load: cancelled"])
    #expect(engine.read { $0.pagesHeld } == 2)
  }

  @Test("A request is aborted after the cache's page whose own content says how the list continues")
  func cancelledBetweenAtOnce() throws {
    let load = try engine.start(.fetch, completion: recorder.completion("fetch"))
    let request = ScriptedLoader.Request(load: LoadID(1), page: 0)
    let facts = PageFacts(hasData: true, itemCount: 1, next: .open(NumberedRequest(1)), previous: .closed)
    #expect(engine.receive(NumberedPage(10), facts, of: request.load, from: .cache, isFinal: false) != nil)
    engine.cancel(load)
    #expect(loader.history == ["send 0", "abort 0"])
    #expect(engine.receive(NumberedPage(0), facts, of: request.load) == nil)
    #expect(recorder.history == ["fetch: cancelled"])
    // The cache's page stays.
    #expect(engine.read { $0.pagesHeld } == 1)
  }

  @Test("A page that is held can be replaced, and one that is not says so")
  func replacing() throws {
    _ = engine.subscribe(recorder.sink("a"))
    _ = try engine.start(.fetch, completion: recorder.completion("fetch"))
    let id = try #require(try answerTwice())
    #expect(engine.replace(7, at: id))
    engine.reset()
    #expect(engine.replace(8, at: id) == false)
    #expect(recorder.history == ["a: page 0 of 1", "a: page 0 of 1", "fetch: success", "a: page 7 of 1"])
  }

  @Test("A slow subscriber gets the first and the newest change of a burst, and a quick one gets each")
  func burst() throws {
    let slow = try #require(engine.subscribe(recorder.sink("slow")))
    _ = engine.subscribe { [engine, recorder] subscriber, update in
      recorder.note("quick: \(update.notation)")
      engine.finish(update.id, by: subscriber)
    }
    _ = try engine.start(.fetch, completion: { _ in })
    let id = try #require(try answerTwice())
    for page in 100..<200 { engine.replace(page, at: id) }
    func told(_ name: String) -> [String] { recorder.history.filter { $0.hasPrefix(name) } }
    let whenSlow = ["slow: page 0 of 1", "slow: page 0 of 1", "slow: page 100 of 1"]
    #expect(told("slow") == whenSlow)
    #expect(told("quick").count == 102)

    #expect(engine.handOut(UpdateID(3), to: slow) == .outdated)
    #expect(told("slow") == whenSlow)
    engine.runWhatIsLeft()
    #expect(told("slow") == whenSlow + ["slow: page 199 of 1"])
    #expect(engine.handOut(UpdateID(3), to: slow) == .refused)
  }

  @Test("The reader of an operation hears of no change")
  func readers() throws {
    _ = try engine.start(.wholeWalk, reader: recorder.sink("r"), completion: recorder.completion("walk"))
    let id = try #require(try answerTwice())
    #expect(engine.replace(7, at: id))
    #expect(recorder.history == ["r: page 0 of 1", "r: page 0 of 1"])
  }

  @Test("A new list, a reset and a close tell the loader which pages stay")
  func lettingGo() throws {
    _ = try engine.start(.wholeWalk, completion: { _ in })
    _ = try answerTwice()
    _ = try answerTwice(isLast: true)
    _ = try engine.start(.fetch, completion: { _ in })
    #expect(loader.history == ["send 0", "send 1", "send 0"])
    _ = try answerTwice()
    engine.reset()
    engine.reset()
    _ = try engine.start(.fetch, completion: { _ in })
    _ = try answerTwice()
    engine.close()
    #expect(
      loader.history == [
        "send 0", "send 1", "send 0", "holds of 2: initial next 0..<0", "holds of 3: next 0..<0", "send 0",
        "holds of 6: next 0..<0",
      ])
  }

  @Test("With one retained page, each page frees the one before ahead of the next request")
  func keepingOne() throws {
    let engine = PagerEngine(loader, retention: .last)
    _ = try engine.start(.wholeWalk, completion: { _ in })
    for _ in 0..<2 { engine.answer(try #require(loader.takeRequest())) }
    #expect(loader.history == ["send 0", "send 1", "holds of 1: next 0..<1", "send 2"])
  }

  @Test("Pages that no reader was handed are let go of before they are asked for again")
  func unseen() throws {
    let engine = PagerEngine(loader, retention: .last)
    let subscriber = try #require(engine.subscribe(recorder.sink("a")))
    _ = try engine.start(.fetch, completion: { _ in })
    engine.answer(try #require(loader.takeRequest()))
    engine.unsubscribe(subscriber)
    _ = try engine.start(.load(.next), completion: { _ in })
    #expect(loader.history == ["send 0", "holds of 1: next 0..<0", "send 0"])
  }
}
