import PagerBytes
import PagerClient
import PagerJSON
import PagerTransport

extension ClientObject {
  /// Begins to execute a query or mutation.
  ///
  /// - Parameter willBegin: gets the operation before anything of it can happen.
  func execute(
    _ request: RequestConfig, completion: Completion, willBegin: (OperationObject) -> Void
  ) throws(ErrorReport) {
    let operation = OperationObject(of: self, completion)
    try add(operation)
    willBegin(operation)
    let body = request.body
    let responses = client.responses
    let execution = client.prepare(with: request.options, .fetchIgnoringCacheData, { body }) { event in
      OperationObject.End.read(event, responses) { operation.end(with: $0) }
    }
    operation.began { [weak operation] in
      execution.cancel()
      operation?.endWithOwner()
    }
    execution.start()
    // A close that came meanwhile may have missed it.
    if isClosed {
      operation.cancel()
      queue.drainIfReleased()
    }
  }
}

extension OperationObject.End {
  /// What became of an executed request, once the cache has what it keeps of it.
  fileprivate static func read(
    _ event: ExecutionEvent, _ responses: ResponseReader, _ body: @escaping @Sendable (OperationObject.End) -> Void
  ) {
    switch event {
    case .answered(let answer):
      // Who executes one request wants one answer.
      guard answer.isFinal else { return }
      let failure = failure(in: answer, responses)
      answer.whenKept(on: InlineExecutor()) { error in
        answer.entry?.announce()
        body(Self(report: { error.map { ErrorReport($0) } ?? failure }, response: answer.response.body))
      }
    case .failed(let error):
      let failure = (error as? ClientError).map { ErrorReport($0) } ?? ErrorReport(.internal, "\(error)")
      body(Self { failure })
    }
  }

  /// Why a response is a failure; nil for one with data, whatever errors it has beside that.
  private static func failure(in answer: Answer, _ responses: ResponseReader) -> ErrorReport? {
    do {
      return try responses.read(answer) { root throws(JSONReadError) in
        let envelope = try ResponseEnvelope(root)
        return envelope.data == nil ? ErrorReport(withoutData: envelope.errors.flatMap(GraphQLErrorList.init)) : nil
      }
    } catch {
      return ErrorReport(error)
    }
  }
}

extension ErrorReport {
  /// A response with errors and no data.
  fileprivate init(withoutData errors: GraphQLErrorList?) {
    let first = errors?.firstMessage ?? "without a message"
    self.init(.graphql, "the server answered with errors and no data; the first error: \(first)")
    self.errors = errors?.json
  }
}
