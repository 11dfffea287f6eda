import Dispatch
import PagerCache
import PagerClient
import PagerEngine
import PagerThreads

/// A query with its answers and, if wanted, the later changes of them in the cache.
///
/// Everything happens on a serial queue of its own, because it runs a user's code: `encode(to:)`, `init(from:)` and the
/// handler.
final class WatchedQuery<Query: GraphQLQuery>: Sendable {
  /// What a handler gets.
  struct News: Sendable {
    let result: Result<GraphQLResponse<Query>, any Error>
    /// Whether no result follows without a later change.
    let isFinal: Bool
    /// Whether it shows the same as the response before it, but in its present state.
    let isChange: Bool
  }

  typealias Handler = @Sendable (News) -> Void

  private struct State {
    /// The results that wait for the handler's queue.
    var untold = ChangeQueue<News>()
    var execution: Execution?
    var watch: CacheEntryWatch?
    /// Counts requests and watches: the results of an earlier one are out of date.
    var generation: UInt64 = 0
    /// Whether the latest request was made because the cache could not answer any more.
    var isMending = false
    var isCancelled = false
  }

  private let client: GraphQLClient
  private let query: Query
  private let policy: CachePolicy
  private let headers: RequestHeaders
  private let watches: Bool
  private let queue: DispatchQueue?
  private let handler: Handler
  private let executor = SerialQueue(label: "swiftpager.watch")
  private let state = Lock(State())

  /// - Parameters:
  ///   - watches: whether the handler wants later changes.
  ///   - queue: where the handler runs; nil: where the response was read.
  init(
    _ query: Query, of client: GraphQLClient, _ policy: CachePolicy, _ headers: RequestHeaders, watches: Bool,
    on queue: DispatchQueue? = nil, handler: @escaping Handler
  ) {
    self.headers = headers
    self.queue = queue
    self.query = query
    self.client = client
    self.policy = policy
    self.watches = watches
    self.handler = handler
  }

  deinit {
    cancel()
  }

  func cancel() {
    let before = state.withLock { state in
      state.isCancelled = true
      return (state.execution.take(), state.watch.take(), exchange(&state.untold, with: ChangeQueue()))
    }
    before.0?.cancel()
    before.1?.end()
  }

  func start() {
    fetch(policy)
  }

  /// Asks again. A request that is under way is given up.
  func fetch(_ policy: CachePolicy, isMending: Bool = false) {
    let (generation, before) = state.withLock { state in
      state.generation += 1
      state.isMending = isMending
      return (state.generation, state.execution.take())
    }
    before?.cancel()
    let body = RequestBody { [query, dates = client.dates] in try query.requestBody(dates: dates) }
    let options = RequestTerms(policy, headers: headers).options
    let responses = ResponseReader(dates: client.dates)
    let execution = client.prepare(with: options, policy, body, on: executor, readBy: responses) { [weak self] event in
      self?.receive(event, responses, generation)
    }
    let isWanted = state.withLock { state in
      guard !state.isCancelled, state.generation == generation else { return false }
      state.execution = execution
      return true
    }
    if isWanted { execution.start() }
  }

  // MARK: Answers

  private func receive(_ event: ExecutionEvent, _ responses: ResponseReader, _ generation: UInt64) {
    do {
      switch event {
      case .failed(let error, _): throw error
      case .answered(let answer):
        let response = try responses.response(to: query, in: answer)
        answer.whenKept(on: executor) { [self] error in
          // The watch begins first. Then a change during the handler's run does not count as a change since the
          // handler's answer.
          if watches, let entry = answer.entry { watch(entry, generation) }
          if let error {
            tell(.failure(error), generation, isFinal: answer.isFinal)
          } else {
            // The answer to a request for a part that the cache had lost counts as a change.
            tell(.success(response), generation, isFinal: answer.isFinal, isChange: state.withLock { $0.isMending })
          }
          if !answer.isCached { answer.entry?.announce() }
        }
      }
    } catch {
      tell(.failure(error), generation, isFinal: true)
    }
  }

  private func tell(
    _ result: Result<GraphQLResponse<Query>, any Error>, _ generation: UInt64, isFinal: Bool, isChange: Bool = false
  ) {
    let news = News(result: result, isFinal: isFinal, isChange: isChange)
    let (isWanted, replaced) = state.withLock { state -> (Bool, News?) in
      if isFinal, state.generation == generation { state.execution = nil }
      guard !state.isCancelled, state.generation == generation else { return (false, nil) }
      return (true, queue == nil ? nil : state.untold.put(news, isChange: isChange))
    }
    guard isWanted else { return }
    guard let queue else { return handler(news) }
    // If it replaces a result, that result's call, which is on its way, takes it.
    if replaced == nil { queue.async { [weak self] in self?.tellNext() } }
  }

  private func tellNext() {
    if let news = state.withLock({ $0.untold.takeFirst() }) { handler(news) }
  }

  // MARK: Changes

  private func watch(_ entry: CacheEntry, _ generation: UInt64) {
    let watch = entry.watch { [weak self, executor] news in
      executor.execute { [self] in
        switch news {
        case .changed(let answer), .withoutGuess(let answer): self?.change(answer, generation)
        case .lost: self?.change(nil, generation)
        // The server was asked a moment ago, and would answer the same again.
        case .neverWhole: break
        }
      }
    }
    let unwanted = state.withLock { state -> CacheEntryWatch? in
      guard !state.isCancelled, state.generation == generation else { return watch }
      return exchange(&state.watch, with: watch)
    }
    unwanted?.end()
  }

  private func change(_ answer: Answer?, _ generation: UInt64) {
    let (isWanted, mayMend) = state.withLock { state in
      (!state.isCancelled && state.generation == generation && state.execution == nil, !state.isMending)
    }
    guard isWanted else { return }
    guard let answer else {
      // Only once: two queries whose answers each leave out what the other asks for would go on for ever.
      if mayMend, policy != .returnCacheDataDontFetch { fetch(.fetchIgnoringCacheData, isMending: true) }
      return
    }
    state.withLock { $0.isMending = false }
    do {
      let response = try ResponseReader(dates: client.dates).response(to: query, in: answer)
      tell(.success(response), generation, isFinal: true, isChange: true)
    } catch {
      tell(.failure(error), generation, isFinal: true)
    }
  }
}
