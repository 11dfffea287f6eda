import CPlatform
import PagerClient
import PagerEngine
import PagerState
import PagerThreads

/// A request that may be sent before a caller wants its answer. It keeps its outcome until then.
final class HeldExecution: WaitingExecution {
  private let execution: Execution
  private let events: HeldEvents

  private init(_ client: GraphQLClient, _ terms: RequestTerms, _ subject: RequestSubject, _ body: PageWriter) {
    let events = HeldEvents()
    execution = client.prepare(with: terms.options, for: subject, terms.policy, body) { events.put($0) }
    self.events = events
  }

  /// Makes the requests of one pager that may be sent ahead.
  struct Maker {
    let client: GraphQLClient
    let reader: DocumentPageReader
    let scale: PageScale

    /// - Parameter number: which page of the list it asks for; nil if that is not known.
    func execution(of request: ListRequest, _ terms: RequestTerms, _ number: Int?) -> HeldExecution {
      HeldExecution(client, terms, reader.subject(of: request, number: number), PageWriter(request, reader, scale))
    }
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

  /// From now on the report gets the events of the request, beginning with those that have happened already.
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
    var runner = OneRunner()
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
      guarded.report != nil && guarded.runner.begin()
    }
    guard isFirst else { return }
    while let (report, event) = next() { report(event) }
  }

  private func next() -> (Execution.Report, ExecutionEvent)? {
    guarded.withLock { guarded in
      guard let report = guarded.report, !guarded.events.isEmpty else {
        guarded.runner.end()
        return nil
      }
      return (report, guarded.events.removeFirst())
    }
  }
}

/// The requested page, the requests that leave together with its own, and the requests that turned out to be useless.
final class PageAmongOthers: WaitingExecution {
  private let own: HeldExecution
  private let further: [HeldExecution]
  private let unwanted: [HeldExecution]
  private let report: Execution.Report
  private let place: ReadingPlace

  init(
    own: HeldExecution, further: [HeldExecution] = [], unwanted: [HeldExecution] = [],
    report: @escaping Execution.Report, place: ReadingPlace
  ) {
    (self.own, self.further, self.unwanted) = (own, further, unwanted)
    (self.report, self.place) = (report, place)
  }

  /// Requests leave before an answer that is there already is read.
  func start() {
    for execution in unwanted { execution.giveUp() }
    own.start()
    for execution in further { execution.start() }
    own.tell(report, at: place)
  }

  func giveUp() {
    own.giveUp()
  }

  var wait: RequestWait? { own.wait }
}

/// Requests whose answers are not wanted any more.
final class UnwantedPages: PageExecution {
  private let executions: [HeldExecution]

  init(executions: [HeldExecution]) {
    self.executions = executions
  }

  func start() {}

  func giveUp() {
    for execution in executions { execution.giveUp() }
  }
}

/// The thread that reads answers which arrived before a caller wanted them. It is the caller's thread, or a separate
/// thread if the caller's stack is too small.
///
/// A caller needs no more stack for a pager that reads ahead than for any other.
final class ReadingPlace: Sendable {
  private static let leastStack = 256 << 10
  private let thread = JobThread()

  deinit {
    thread.stop()
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    if swiftpager_stack_left() >= Self.leastStack {
      work()
    } else {
      thread.run(work)
    }
  }
}
