import Foundation
import PagerCore
import PagerState
import TestSupport

/// One thread's calls on an engine that others call too. Pages and failures have numbers of their own, so that no two
/// updates look the same.
struct RandomCaller {
  private let engine: PagerEngine<NumberedTypes>
  private let loader: ScriptedLoader
  private let ledger: Ledger
  private var generator: SeededGenerator
  private var subscribers: [SubscriberID]
  private var operations: [OperationID] = []
  private let witness: SubscriberID

  init(
    seed: UInt64, engine: PagerEngine<NumberedTypes>, loader: ScriptedLoader, ledger: Ledger, witness: SubscriberID
  ) {
    self.engine = engine
    self.loader = loader
    self.ledger = ledger
    self.witness = witness
    generator = SeededGenerator(seed: seed)
    subscribers = []
  }

  mutating func callSomething() {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<3: start(.fetch)
    case 3..<10: start(.load(.next))
    case 10..<14: start(.wholeWalk)
    case 14..<20: start(.loadAll(Walk(fromInitialPage: false, emitsEachPage: Bool.random(using: &generator))))
    case 20..<23: operations.randomElement(using: &generator).map(engine.cancel)
    case 23: engine.reset()
    case 24..<27: subscribe()
    case 27..<30: unsubscribe()
    case 30..<50: consume()
    case 50..<53: loader.takeRequest().map { engine.fail($0.load, .offline(ledger.newNumber())) }
    default: answer()
    }
  }

  private mutating func start(_ kind: OperationKind) {
    let number = ledger.newNumber()
    do {
      operations = operations.suffix(3) + [try engine.start(kind, completion: ledger.completion(number))]
      ledger.accept()
    } catch {
      // Refusals are part of the game; that a refused call does not complete shows in the ledger.
    }
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
      engine.unsubscribe(subscribers.remove(at: index))
    }
  }

  private mutating func consume() {
    for subscriber in subscribers + [witness] {
      if let update = ledger.takeUnfinished(of: subscriber) { engine.finish(update, by: subscriber) }
    }
  }
}
