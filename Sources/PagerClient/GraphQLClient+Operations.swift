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
    // Encoded here, and read by a reader of its own: both run a user's code, which must not hold the network thread up.
    let body = try operation.requestBody()
    let response = try await AwaitedExecution().response(from: self, body: { body })
    return try ResponseReader().response(to: Operation.self, in: response)
  }
}
