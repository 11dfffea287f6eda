import PagerBytes
import PagerClient
import PagerEngine
import PagerJSON
import PagerState
import PagerThreads
import PagerTransport

/// Fetches the rest of the lists inside one page, several at a time, and puts it in its place.
///
/// Its requests go through the client's door, past the cache. A list that cannot continue stays as it is then, and the
/// page says so.
final class NestedDrain: PageCompletion {
  typealias Done = @Sendable (Result<ListPage, any Error>) -> Void

  private enum State {
    /// The page has not arrived.
    case idle
    indirect case running(DrainProgress)
    /// It was completed or cancelled, or it failed.
    case over
  }

  private enum Step {
    case start(Execution)
    // Boxed, because a progress is larger than the other cases.
    indirect case finish(DrainProgress)
    case rest
  }

  private let client: GraphQLClient
  private let terms: RequestTerms
  private let plan: DrainPlan
  private let read: @Sendable (Answer) throws -> ConnectionPage
  private let state = Lock(State.idle)

  /// - Parameter read: reads the page in an answer.
  init(
    _ client: GraphQLClient, _ terms: RequestTerms, _ plan: DrainPlan,
    read: @escaping @Sendable (Answer) throws -> ConnectionPage
  ) {
    self.client = client
    self.terms = terms
    self.plan = plan
    self.read = read
  }

  func complete(_ page: ListPage, in answer: Answer, done: @escaping Done) {
    let page = ConnectionPage.open(page)
    guard !page.hasFailed, let nested = page.nested, nested.count.incomplete > 0 else {
      return done(.success(page.drained(by: 0, nil)))
    }
    let open: OpenLists
    do {
      open = try client.responses.read(answer.response) { [plan] root throws(JSONReadError) in
        var open = OpenLists()
        if let list = try ResponseEnvelope(root).data?.uniqueNode(at: plan.list) { open.add(below: list, at: 0, plan) }
        return open
      }
    } catch {
      return done(.failure(RequestFailure(error, attempts: answer.attempts)))
    }
    let progress = DrainProgress(of: answer, open, plan)
    let isWanted = state.withLock { state in
      guard case .idle = state else { return false }
      state = .running(progress)
      return true
    }
    if isWanted { goOn(answer, done) }
  }

  func cancel() {
    end()
  }

  /// The wait of the request that continues last.
  var wait: RequestWait? {
    let underWay = state.withLock { state in
      if case .running(let progress) = state { Array(progress.underWay.values) } else { [Execution]() }
    }
    return underWay.compactMap(\.wait).max { $0.until < $1.until }
  }

  // MARK: Requests

  /// Starts all requests that are allowed. Finishes if none is under way and none is left.
  ///
  /// Requests may be answered while they start. The loop starts them one after the other, so the calls do not nest.
  private func goOn(_ page: Answer, _ done: @escaping Done) {
    guard update({ $0.runner.begin() }) ?? false else { return }
    while true {
      switch step(page, done) {
      case .start(let execution): execution.start()
      case .finish(let progress): return finish(progress, page, done)
      case .rest: return
      }
    }
  }

  private func step(_ page: Answer, _ done: @escaping Done) -> Step {
    state.withLock { state in
      guard case .running(var progress) = state else { return .rest }
      // The only reference is this one, so that changing it copies nothing.
      state = .over
      if let (index, filling) = progress.next(), let query = plan.queries[filling.list.place] {
        let body = RequestBody { query.body(of: filling.list.owner, after: filling.cursor) }
        let execution = client.prepare(
          with: terms.options, .fetchIgnoringCacheCompletely, body, readBy: client.responses
        ) { [weak self] event in
          self?.receive(event, of: index, query, filling.list, page, done)
        }
        progress.underWay[index] = execution
        state = .running(progress)
        return .start(execution)
      }
      if progress.underWay.isEmpty { return .finish(progress) }
      progress.runner.end()
      state = .running(progress)
      return .rest
    }
  }

  private func receive(
    _ event: ExecutionEvent, of index: Int, _ query: DrainQuery, _ list: OpenList, _ page: Answer,
    _ done: @escaping Done
  ) {
    let body: ReceivedBytes
    let drained: Result<DrainedPage, DrainFault>
    do {
      switch event {
      case .failed(let error, _): throw error
      case .answered(let answer):
        body = answer.response.body
        drained = try client.responses.read(answer.response) { [plan] root throws(JSONReadError) in
          try DrainedPage.reading(try ResponseEnvelope(root), of: query, for: list, plan)
        }.mapError { DrainFault(answer.response.shown($0.message)) }
      }
    } catch {
      guard end() else { return }
      let error = error as? ClientError ?? .network(message: "\(error)")
      return done(.failure(RequestFailure(error, attempts: event.attempts)))
    }
    if update({ $0.receive(drained, body, of: index) }) != nil { goOn(page, done) }
  }

  // MARK: The end

  private func finish(_ progress: DrainProgress, _ page: Answer, _ done: Done) {
    guard let body = progress.wholePage() else {
      let error = ClientError.outOfResources(message: "there is not enough memory for a page with all its inner lists")
      return done(.failure(RequestFailure(error, attempts: page.attempts)))
    }
    let response = TransportResponse(
      status: page.response.status, body: body, contentType: page.response.contentType, headers: page.response.headers,
      secrets: page.response.secrets)
    do {
      // It may name the objects of the page.
      let fault = progress.fault.map { DrainFault(response.shown($0.message)) }
      done(.success(try read(Answer(response)).drained(by: progress.requestCount, fault)))
    } catch {
      let error = error as? ClientError ?? .badResponse(message: "\(error)")
      done(.failure(RequestFailure(error, attempts: page.attempts)))
    }
  }

  /// Gives up all that is under way.
  ///
  /// - Returns: whether it was not over before.
  @discardableResult
  private func end() -> Bool {
    let before = state.withLock { exchange(&$0, with: .over) }
    switch before {
    case .idle: return true
    case .over: return false
    case .running(let progress):
      for execution in progress.underWay.values { execution.cancel() }
      return true
    }
  }

  /// Changes the progress; nil if it is over.
  private func update<Result: Sendable>(_ change: (inout DrainProgress) -> Result) -> Result? {
    state.withLock { state in
      guard case .running(var progress) = state else { return nil }
      state = .over
      defer { state = .running(progress) }
      return change(&progress)
    }
  }
}

extension ConnectionPage {
  /// The page as it is after this many requests for the rest of its lists.
  fileprivate func drained(by requestCount: Int, _ fault: DrainFault?) -> ConnectionPage {
    with { page in
      page.nested?.requestCount = requestCount
      page.nested?.fault = fault?.message
    }
  }
}
