import PagerState
import TestSupport

/// One event as the random test draws it, with all that the state is told.
enum RandomEvent: Sendable {
  case start(OperationID, OperationKind, reader: SubscriberID?)
  case cancel(OperationID)
  /// The reader of an operation wants no more of it, perhaps before its end.
  case release(OperationID, SubscriberID)
  case reset
  case receive(LoadID, TestPage, PageFacts)
  /// A page comes ahead of the answer.
  case receiveAhead(LoadID, TestPage, PageFacts)
  case fail(LoadID)
  case subscribe(SubscriberID)
  case unsubscribe(SubscriberID)
  /// The subscriber is handed the oldest update that it has not finished with.
  case handOut(SubscriberID)
  case consumed(SubscriberID)
  /// Another page takes the place of one with a name; nil: it says the same of the list.
  case replace(String, TestPage, PageFacts?)

  /// Puts the event to a state.
  func apply(to timeline: inout Timeline) throws(Refusal) -> [PagerAction] {
    let actions: [PagerAction] =
      switch self {
      case .start(let operation, let kind, let reader): try timeline.begin(operation, kind, reader: reader)
      case .cancel(let operation): timeline.state.cancel(operation)
      case .release(let operation, let reader): timeline.state.cancel(operation) + timeline.unsubscribe(reader)
      case .reset: timeline.state.reset()
      case .receive(let load, let page, let facts):
        timeline.receive(page, facts, answering: load)
      case .receiveAhead(let load, let page, let facts):
        timeline.receive(page, facts, answering: load, isFinal: false)
      case .fail(let load): timeline.state.fail(load, TestFailure.offline)
      case .subscribe(let subscriber): timeline.subscribe(subscriber)
      case .unsubscribe(let subscriber): timeline.unsubscribe(subscriber)
      case .handOut(let subscriber): timeline.handOutOldest(to: subscriber)
      case .consumed(let subscriber): timeline.finishOldest(by: subscriber)
      case .replace(let name, let page, let facts):
        timeline.replace(name, with: page) { if let facts { $0 = facts } }
      }
    _ = timeline.record(actions)
    return actions
  }
}

/// Draws events: mostly sensible ones, with late answers, repeated cancels and unknown numbers among them.
struct RandomEvents {
  private var generator: SeededGenerator
  private var lastNumber: UInt64 = 0
  private var pages = 0
  /// How many more times the page that was replaced last is replaced again.
  private var burst = 0
  private var operations: [OperationID] = []
  private var subscribers: [SubscriberID] = []
  /// The newest operations that are read.
  private var readings: [(operation: OperationID, reader: SubscriberID)] = []
  /// Requests answered lately, to make cycles of.
  private var answered: [String] = [firstRequest]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The next event. `inFlight` is the request that waits for an answer, `reader` who reads the operation under way,
  /// `newest` the number of the last request sent, `held` the pages in the list.
  mutating func next(
    inFlight: (load: LoadID, request: String)?, reader: SubscriberID?, newest: UInt64, held: [String]
  ) -> RandomEvent {
    if burst > 0 {
      burst -= 1
      pages += 1
      return .replace("p\(pages - 1)", TestPage(name: "p\(pages)"), changed())
    }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<16:
      let operation = newOperation()
      return .start(operation, kind(), reader: generator.chance(2, of: 3) ? newReader(of: operation) : nil)
    case 16..<18:
      guard let reading = readings.randomElement(using: &generator) else { return .reset }
      return .release(reading.operation, reading.reader)
    case 18..<21:
      return .cancel(operations.randomElement(using: &generator) ?? OperationID(0))
    case 21:
      return .reset
    case 22..<30:
      pages += 1
      return .receiveAhead(
        generator.chance(9, of: 10) ? inFlight?.load ?? LoadID(newest) : LoadID(newest),
        TestPage(name: "p\(pages)"), facts(answering: inFlight?.request ?? firstRequest))
    case 30..<64:
      let load = generator.chance(9, of: 10) ? inFlight?.load : nil
      pages += 1
      return .receive(
        load ?? LoadID(UInt64.random(in: 0...newest + 1, using: &generator)), TestPage(name: "p\(pages)"),
        facts(answering: inFlight?.request ?? firstRequest))
    case 64..<68:
      return .fail(inFlight?.load ?? LoadID(newest))
    case 68..<72 where subscribers.count < 3:
      lastNumber += 1
      subscribers.append(SubscriberID(lastNumber))
      return .subscribe(SubscriberID(lastNumber))
    case 68..<74:
      guard let index = subscribers.indices.randomElement(using: &generator) else { return .reset }
      return .unsubscribe(subscribers.remove(at: index))
    case 74..<82:
      return .handOut(receiver(reader))
    case 82..<88:
      pages += 1
      burst = Int.random(in: 2...6, using: &generator)
      return .replace(held.randomElement(using: &generator) ?? "p0", TestPage(name: "p\(pages)"), changed())
    default:
      return .consumed(receiver(reader))
    }
  }

  /// A subscriber or a reader.
  private mutating func receiver(_ reader: SubscriberID?) -> SubscriberID {
    if let reader, generator.chance(1, of: 2) { return reader }
    return (subscribers + readings.map(\.reader)).randomElement(using: &generator) ?? SubscriberID(0)
  }

  private mutating func newReader(of operation: OperationID) -> SubscriberID {
    lastNumber += 1
    readings = readings.suffix(2) + [(operation, SubscriberID(lastNumber))]
    return SubscriberID(lastNumber)
  }

  private mutating func newOperation() -> OperationID {
    lastNumber += 1
    operations = operations.suffix(3) + [OperationID(lastNumber)]
    return OperationID(lastNumber)
  }

  private mutating func kind() -> OperationKind {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: .fetch
    case 1..<3: .load(.next)
    case 3..<5: .load(.previous)
    default:
      .loadAll(
        Walk(
          fromInitialPage: generator.chance(1, of: 3), emitsEachPage: generator.chance(1, of: 2),
          maximumPages: generator.chance(1, of: 4) ? Int.random(in: 1...4, using: &generator) : nil,
          maximumItems: generator.chance(1, of: 4) ? Int.random(in: 1...9, using: &generator) : nil))
    }
  }

  private mutating func facts(answering request: String) -> PageFacts {
    guard generator.chance(9, of: 10) else { return .withoutData }
    answered = answered.suffix(5) + [request]
    var facts = PageFacts(
      hasData: true, itemCount: Int.random(in: 0...3, using: &generator), next: frontier(after: request),
      previous: frontier(after: request))
    // Not by chance, so that what the seeds were chosen for still happens often enough.
    facts.endsOperation = lastNumber.isMultiple(of: 97)
    return facts
  }

  /// What a page says that takes the place of another.
  private mutating func changed() -> PageFacts? {
    generator.chance(1, of: 6) ? facts(answering: answered.randomElement(using: &generator) ?? firstRequest) : nil
  }

  private mutating func frontier(after request: String) -> Frontier {
    switch Int.random(in: 0..<40, using: &generator) {
    case 0: return .open(request)
    case 1: return .open(answered.randomElement(using: &generator) ?? request)
    case 2: return .broken(.nullCursor)
    case 3: return .broken(.missingPageInfo)
    case 4: return .unresolved
    case 5..<11: return .closed
    default:
      lastNumber += 1
      return .open("r\(lastNumber)")
    }
  }
}
