import PagerClient
import PagerLocks

/// A request that may be sent before a caller wants its answer. It keeps its outcome until then.
final class HeldExecution: PageExecution {
  private let execution: Execution
  private let events: HeldEvents

  init(_ client: GraphQLClient, _ terms: RequestTerms, _ subject: RequestSubject, _ body: RequestBody) {
    let events = HeldEvents()
    execution = client.prepare(with: terms.options, for: subject, terms.policy, body) { events.put($0) }
    self.events = events
  }

  /// A second call does nothing.
  func start() {
    execution.start()
  }

  func giveUp() {
    execution.cancel()
    events.drop()
  }

  var wait: RequestWait? { execution.wait }

  /// From now on the report gets what becomes of the request, beginning with what did already.
  ///
  /// - Parameter place: the place at which it gets the report.
  func tell(_ report: @escaping Execution.Report, at place: ReadingPlace) {
    events.tell(report, at: place)
  }
}

/// Events on their way to a report that may come later than they do. It gets them in order, one at a time.
private final class HeldEvents: Sendable {
  private struct Guarded {
    var events: [ExecutionEvent] = []
    var report: Execution.Report?
    var isReporting = false
    var isDropped = false
  }

  private let guarded = Lock(Guarded())

  func put(_ event: ExecutionEvent) {
    let isAhead = guarded.withLock { $0.report == nil && !$0.isDropped }
    if isAhead, case .answered(let answer) = event { answer.enterAhead() }
    guarded.withLock { if !$0.isDropped { $0.events.append(event) } }
    pass()
  }

  func tell(_ report: @escaping Execution.Report, at place: ReadingPlace) {
    let isWaiting = guarded.withLock { guarded in
      if !guarded.isDropped { guarded.report = report }
      return !guarded.events.isEmpty
    }
    if isWaiting { place.run { self.pass() } }
  }

  /// No caller wants the events any more. This releases the report, which may hold an object that holds these events.
  func drop() {
    guarded.withLock { guarded in
      guarded.isDropped = true
      guarded.events = []
      guarded.report = nil
    }
  }

  private func pass() {
    let isFirst = guarded.withLock { guarded in
      guard !guarded.isReporting, guarded.report != nil else { return false }
      guarded.isReporting = true
      return true
    }
    guard isFirst else { return }
    while let (report, event) = next() { report(event) }
  }

  private func next() -> (Execution.Report, ExecutionEvent)? {
    guarded.withLock { guarded in
      guard let report = guarded.report, !guarded.events.isEmpty else {
        guarded.isReporting = false
        return nil
      }
      return (report, guarded.events.removeFirst())
    }
  }
}
