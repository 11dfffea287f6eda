import Glibc
import PagerEngine
import PagerState
import TestSupport

/// One thread's calls on an engine that others call too. Pages and failures have numbers of their own, so that no two
/// updates look the same.
struct RandomCaller {
  private let engine: PagerEngine
  private let loader: ScriptedLoader
  private let ledger: Ledger
  private var generator: SeededGenerator
  private var subscribers: [SubscriberID]
  private var operations: [(id: OperationID, number: Int)] = []
  private let witness: SubscriberID

  init(
    _ generator: SeededGenerator, engine: PagerEngine, loader: ScriptedLoader, ledger: Ledger,
    witness: SubscriberID
  ) {
    self.engine = engine
    self.loader = loader
    self.ledger = ledger
    self.witness = witness
    self.generator = generator
    subscribers = []
  }

  mutating func callSomething() {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<3: start(.fetch)
    case 3..<10: start(.load(.next))
    case 10..<14: start(.wholeWalk)
    case 14..<20: start(.loadAll(Walk(fromInitialPage: false, emitsEachPage: Bool.random(using: &generator))))
    case 20..<23: cancel()
    case 23: engine.reset()
    case 24..<27: subscribe()
    case 27..<30: unsubscribe()
    case 30..<50: consume()
    case 50..<53: loader.takeRequest().map { engine.fail($0.load, NumberedFailure.offline(ledger.newNumber())) }
    default: answer()
    }
  }

  private mutating func start(_ kind: OperationKind) {
    let number = ledger.newNumber()
    do {
      operations = operations.suffix(3) + [(try engine.start(kind, completion: ledger.completion(number)), number)]
      ledger.accept()
    } catch {
      // Refusals are part of the game; that a refused call does not complete shows in the ledger.
    }
  }

  /// What a call caused has happened when its effects have settled.
  private mutating func cancel() {
    guard let operation = operations.randomElement(using: &generator) else { return }
    engine.cancel(operation.id)
    engine.settle()
    ledger.expectEnd(of: operation.number)
  }

  private mutating func answer() {
    guard let request = loader.takeRequest() else {
      // The thread that is to send the next one may be waiting for a processor.
      sched_yield()
      return
    }
    let isLast = Int.random(in: 0..<20, using: &generator) == 0
    engine.answer(ScriptedLoader.Request(load: request.load, page: ledger.newNumber()), isLast: isLast)
  }

  private mutating func subscribe() {
    if subscribers.count < 2, let subscriber = engine.subscribe(ledger.sink) { subscribers.append(subscriber) }
  }

  private mutating func unsubscribe() {
    if let index = subscribers.indices.randomElement(using: &generator) {
      let subscriber = subscribers.remove(at: index)
      engine.unsubscribe(subscriber)
      engine.settle()
      ledger.leave(subscriber)
    }
  }

  private mutating func consume() {
    for subscriber in subscribers + [witness] {
      if let update = ledger.takeUnfinished(of: subscriber) { engine.finish(update, by: subscriber) }
    }
  }
}
