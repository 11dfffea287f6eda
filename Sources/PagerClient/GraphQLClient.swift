package import PagerCache
package import PagerJSON
package import PagerThreads
package import PagerTransport

/// An endpoint, its connections, and the thread that serves them.
public final class GraphQLClient: Sendable {
  let channel: RequestChannel
  /// Reads answers on the network thread, with the same memory for all pagers of the client.
  package let responses: ResponseReader
  /// The cache of responses, if the client has one.
  package let cache: Cache?
  /// Whether the cache writes responses to a file.
  package var keepsResponsesInFile: Bool { cache?.isInFile ?? false }
  /// Whether the client asks again for pages after the cache has lost a part of them.
  package var refetchesIncompletePages: Bool { cache?.configuration.refetchesIncompletePages ?? false }

  /// The address of the endpoint; empty if only the client's transport knows it.
  package var endpoint: String { channel.endpoint }
  /// How the server writes dates, if the configuration says so.
  package var dates: DateStrategy? { channel.dates }
  /// The observers of requests.
  package var observers: RequestObservers { channel.observers }
  /// The authorizer, which gives the headers that say who is calling.
  package var authorization: Authorization { channel.authorization }

  /// Makes a client on a channel.
  package init(_ channel: RequestChannel, cache: Cache? = nil, responses: ResponseReader = ResponseReader()) {
    self.channel = channel
    self.cache = cache
    self.responses = responses
  }

  /// A client that shares everything with this one except its transport.
  package func through(_ transport: any Transport) -> GraphQLClient {
    GraphQLClient(channel.through(transport), cache: cache, responses: responses)
  }

  /// Makes a client of an endpoint. The client connects when it sends its first request.
  ///
  /// - Throws: `ClientConfigurationError` for a value that the client cannot use: an address that is not http or https,
  ///   a header that HTTP does not allow, a number out of range, or a file that cannot be opened.
  public convenience init(_ configuration: ClientConfiguration) throws(ClientConfigurationError) {
    self.init(try configuration.makeChannel(), cache: try configuration.makeCache())
  }

  /// Makes a client of an endpoint, with the defaults of ``ClientConfiguration``.
  ///
  /// - Throws: `ClientConfigurationError` for an address that is not http or https.
  public convenience init(endpoint: String) throws(ClientConfigurationError) {
    try self.init(ClientConfiguration(endpoint: endpoint))
  }

  /// Makes a request that is ready to leave. Every request goes through this method. Nothing happens before the request
  /// is started.
  ///
  /// - Parameters:
  ///   - options: what the request does not share with the client's other requests.
  ///   - subject: the purpose of the request, for observers.
  ///   - policy: how the cache is involved; without effect if the client has no cache.
  ///   - body: writes the request. The executor runs it once, when the request is about to leave.
  ///   - executor: runs `body` and `report`. Inline, `report` runs on the network thread and must not wait.
  ///   - reader: what `report` reads an answer with, before it returns; nil: the answer waits.
  ///   - report: takes the events of the request, unless the request is cancelled before.
  package func prepare(
    with options: RequestOptions = RequestOptions(), for subject: RequestSubject = RequestSubject(),
    _ policy: CachePolicy,
    _ body: any RequestWriter, on executor: any RequestExecutor = InlineExecutor(),
    readBy reader: (any BodyReader)? = nil,
    report: @escaping Execution.Report
  ) -> Execution {
    let isRefused = cache == nil && policy == .returnCacheDataDontFetch
    return Execution(
      of: self, options, subject, policy, isRefused ? RequestBody { throw ClientError.noCache } : body, on: executor,
      readBy: reader, report: report)
  }

  /// Ends all work: aborts the requests in flight. Later requests fail with `ClientError.closed`.
  ///
  /// It blocks its thread. An async function calls the form that is awaited.
  ///
  /// - Parameter timeout: the longest time to wait for the network thread.
  /// - Returns: whether the network thread ended in time. If it did not, it ends by itself later.
  @available(*, noasync, message: "this blocks the thread: write `await client.shutdown()`")
  @discardableResult
  public func shutdown(timeout: Duration = .seconds(5)) -> Bool { close(within: timeout) }

  /// Ends all work: aborts the requests in flight. Later requests fail with `ClientError.closed`.
  ///
  /// - Parameter timeout: the longest time to wait for the network thread.
  /// - Returns: whether the network thread ended in time. If it did not, it ends by itself later.
  @discardableResult
  public func shutdown(timeout: Duration = .seconds(5)) async -> Bool {
    await withCheckedContinuation { continuation in
      let wait = { @Sendable in continuation.resume(returning: self.close(within: timeout)) }
      // A thread of its own waits, so that no thread of the program's tasks does.
      do {
        _ = try SystemThread(named: "swiftpager-end", running: wait)
      } catch {
        wait()
      }
    }
  }

  /// Blocks the calling thread until the network thread has ended, or a time is over.
  private func close(within timeout: Duration) -> Bool {
    authorization.close()
    return channel.transport.shutdown(timeout: timeout)
  }
}

/// A thread that waits for a client's answers runs the transfers itself.
extension GraphQLClient: WaitingPlace {
  package func wait(for semaphore: WaitSemaphore, until deadline: Deadline) -> WaitEnd {
    channel.transport.wait(for: semaphore, until: deadline)
  }

  package func signal(_ semaphore: WaitSemaphore) {
    channel.transport.signal(semaphore)
  }

  package func takeTurn() -> TurnDescriptor? {
    channel.transport.takeTurn()
  }
}

/// What the requests of a client share apart from the cache: the transport, and the rules for repeating requests.
package struct RequestChannel: Sendable {
  package private(set) var transport: any Transport
  let retryRules: RetryRules
  package let clock: any RetryClock
  /// The observers of requests.
  package let observers: RequestObservers
  /// The authorizer, which gives the headers that say who is calling.
  package let authorization: Authorization
  /// The address of the endpoint; empty if only the transport knows it.
  package let endpoint: String
  /// Keeps requests within the server's budget; nil if requests are not paced.
  package let pacer: Pacer?
  /// Whether requests leave at a fixed rate: `RateGate`.
  let isRated: Bool
  /// The queue of requests that a limit has refused.
  let limits: LimitQueue
  /// How the server writes dates, if the configuration says so.
  let dates: DateStrategy?

  /// - Parameters:
  ///   - gate: the gate behind which the transport stands; nil for a client without rate limits.
  ///   - dates: how the server writes dates; nil: variables and data with dates are refused.
  package init(
    _ transport: any Transport, retry: RetryOptions = .never, clock: (any RetryClock)? = nil, endpoint: String = "",
    pacer: Pacer? = nil, gate: RateGate? = nil, dates: DateStrategy? = nil
  ) {
    self.endpoint = endpoint
    self.dates = dates
    self.pacer = pacer
    self.transport = transport
    retryRules = RetryRules(retry)
    isRated = gate != nil
    // One thread is enough for all waits.
    self.clock = clock ?? gate?.clock ?? SystemClock()
    observers = RequestObservers()
    authorization = Authorization()
    limits = LimitQueue()
  }

  /// The same channel with another transport.
  func through(_ transport: any Transport) -> RequestChannel {
    var channel = self
    channel.transport = transport
    return channel
  }
}
