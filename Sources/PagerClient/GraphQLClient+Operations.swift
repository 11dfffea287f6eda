extension GraphQLClient {
  /// Runs one query or mutation and decodes the response, which may carry data, errors of the server, or both.
  ///
  ///     let response = try await client.perform(RenameProduct(id: product.id, name: "Oak Lamp"))
  ///
  /// Cancelling the task aborts the request; what the server has done by then stays done.
  ///
  /// - Throws: `ClientError` where the network or the server failed; `CancellationError` when the task was cancelled; and
  ///   what the `encode(to:)` of the operation's variables throws.
  public func perform<Operation: GraphQLOperation>(
    _ operation: Operation
  ) async throws -> GraphQLResponse<Operation> {
    // Encoded here, for that runs a user's code, which must not hold the network thread up.
    let body = try operation.requestBody()
    let answer = try await AwaitedExecution().response(from: self, .fetchIgnoringCacheData, body: { body })
    return try await response(to: Operation.self, in: answer)
  }

  /// Reads an answer with a reader of its own, for that runs a user's code; and has it enter the cache.
  private func response<Operation: GraphQLOperation>(
    to operation: Operation.Type, in answer: Answer
  ) async throws -> GraphQLResponse<Operation> {
    let response = try ResponseReader().response(to: operation, in: answer)
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      answer.whenKept(on: InlineExecutor()) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
    answer.entry?.announce()
    return response
  }
}
