import PagerBytes
import PagerCache
import PagerClient
import PagerJSON
import PagerThreads
import PagerTransport

extension ClientObject {
  /// Begins to execute a query or mutation.
  ///
  /// - Parameter willBegin: gets the operation before anything of it can happen.
  func execute(
    _ request: RequestConfig, completion: CompletionCallback, willBegin: (OperationObject) -> Void
  ) throws(ErrorReport) {
    let show = try show(request)
    let operation = OperationObject(of: self, completion)
    try add(operation)
    willBegin(operation)
    let body = RequestBody(isRepeatable: !request.isMutation) { [body = request.body] in body }
    let responses = client.responses
    let execution = client.prepare(with: request.options, request.policy, body, readBy: responses) { event in
      OperationObject.End.read(event, responses, show) { operation.end(with: $0) }
    }
    operation.began { [weak operation] in
      execution.cancel()
      show?.end()
      operation?.endWithOwner()
    }
    execution.start()
    // A close at the same time may have missed it.
    if isClosed {
      operation.cancel()
      queue.drainIfReleased()
    }
  }

  /// Shows the expected effects of the request until its answer.
  private func show(_ request: RequestConfig) throws(ErrorReport) -> OptimisticShow? {
    guard let cache, let text = request.optimistic else { return nil }
    do {
      return try OptimisticShow(text, in: cache)
    } catch .invalid(let message) {
      throw ErrorReport(.invalidConfig, message, path: JSONPointer(tokens: ["optimistic"]))
    } catch {
      throw ErrorReport(error)
    }
  }
}

extension OperationObject.End {
  /// The end of an executed request, after the cache has stored its part of it.
  ///
  /// - Parameter show: taken back together with the entry of the answer, so that pages change once.
  fileprivate static func read(
    _ event: ExecutionEvent, _ responses: ResponseReader, _ show: OptimisticShow?,
    _ body: @escaping @Sendable (OperationObject.End) -> Void
  ) {
    switch event {
    case .answered(let answer):
      // A caller that executes one request wants one answer.
      guard answer.isFinal else { return }
      var (failure, hasErrors) = outcome(of: answer, responses)
      failure?.attempts = answer.attempts
      show?.takeBack(hasFailed: hasErrors)
      answer.whenKept(on: InlineExecutor()) { [failure] error in
        answer.entry?.announce()
        show?.end()
        body(Self(report: { error.map { ErrorReport($0) } ?? failure }, response: answer.response.body))
      }
    case .failed(let error, let attempts):
      show?.end()
      var failure = (error as? ClientError).map { ErrorReport($0) } ?? ErrorReport(.internal, "\(error)")
      failure.attempts = attempts
      body(Self { [failure] in failure })
    }
  }

  /// Why a response is a failure, and whether it has errors at all. A response with data is not a failure.
  private static func outcome(
    of answer: Answer, _ responses: ResponseReader
  ) -> (failure: ErrorReport?, hasErrors: Bool) {
    do {
      return try responses.read(answer) { root throws(JSONReadError) in
        let envelope = try ResponseEnvelope(root)
        guard envelope.data == nil else { return (nil, envelope.errors != nil) }
        let errors = envelope.errors.flatMap { GraphQLErrorList($0) }?.hiding(answer.response.secrets)
        return (ErrorReport(withoutData: errors, under: answer.response.status), true)
      }
    } catch {
      return (ErrorReport(error), true)
    }
  }
}

extension ErrorReport {
  /// A response with errors and no data.
  fileprivate init(withoutData errors: GraphQLErrorList?, under httpStatus: Int) {
    let first = errors?.firstMessage ?? "without a message"
    self.init(
      Status(ofErrorsUnder: httpStatus), "the server answered with errors and no data; the first error: \(first)")
    self.errors = errors?.json
    if !(200..<300).contains(httpStatus) { self.httpStatus = httpStatus }
  }
}

/// The shown effects of a request until its answer; they are taken back once.
final class OptimisticShow: Sendable {
  private let cache: Cache
  private let write: Lock<OptimisticWrite?>

  init(_ text: ReceivedBytes, in cache: Cache) throws(CacheError) {
    self.cache = cache
    write = Lock(try cache.writeOptimistic(text))
  }

  deinit {
    end()
  }

  /// Takes it back. Pages that show it get the change later, from the code that knows what replaced it: see `announce`.
  ///
  /// - Parameter hasFailed: whether nothing replaced it.
  func takeBack(hasFailed: Bool) {
    if let write = write.withLock({ exchange(&$0, with: nil) }) { cache.endOptimistic(write, hasFailed: hasFailed) }
  }

  /// Takes it back, with nothing in its place.
  func end() {
    takeBack(hasFailed: true)
    cache.announce()
  }
}
