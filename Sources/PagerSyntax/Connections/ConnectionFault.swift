/// The errors of choosing a connection, worded.
struct ConnectionFault {
  private let operation: OperationDefinition

  init(_ operation: OperationDefinition) {
    self.operation = operation
  }

  func none() -> GraphQLDocumentError {
    GraphQLDocumentError(
      .noConnection,
      "no connection in \(operation.label): no field, also through aliases and fragments, has \"pageInfo\" in its"
        + " selection; select pageInfo { hasNextPage endCursor } in the field to page through",
      at: operation.position)
  }

  func ambiguous(_ candidates: [ConnectionCandidate]) -> GraphQLDocumentError {
    GraphQLDocumentError(
      .ambiguousConnection,
      "\(operation.label) has \(count(candidates)) connections: name the one to page through:"
        + " \(list(candidates))",
      at: candidates.first?.position)
  }

  func unknownPath(_ path: [String], _ candidates: [ConnectionCandidate]) -> GraphQLDocumentError {
    GraphQLDocumentError(
      .unknownConnection,
      "\(operation.label) selects nothing at \"\(path.responsePointer)\";"
        + " it has \(noun(candidates)) \(list(candidates))",
      at: operation.position)
  }

  func notConnection(_ place: ResponsePlace, _ candidates: [ConnectionCandidate]) -> GraphQLDocumentError {
    let position = place.response.field.position
    return GraphQLDocumentError(
      .unknownConnection,
      "the field \"\(place.path.responsePointer)\" at \(position) is not a connection: its selection has no "
        + "\"pageInfo\"; \(operation.label) has \(noun(candidates)) \(list(candidates))",
      at: position)
  }

  func insideList(
    _ candidate: ConnectionCandidate, of enclosing: [String], oneOf element: [String],
    _ candidates: [ConnectionCandidate]
  ) -> GraphQLDocumentError {
    GraphQLDocumentError(
      .connectionInsideList,
      "the connection \(candidate.label) cannot be paged: it is repeated for every item of"
        + " \"\(enclosing.responsePointer)\"; page through \(list(candidates, conjunction: " or "))"
        + ", or through the connection of one item, as in \"\(element.responsePointer)\"",
      at: candidate.position)
  }

  // MARK: Wording

  private func list(_ candidates: [ConnectionCandidate], conjunction: String = ", ") -> String {
    candidates.map(\.label).joined(separator: conjunction)
  }

  private func noun(_ candidates: [ConnectionCandidate]) -> String {
    candidates.count == 1 ? "the connection" : "the connections"
  }

  private func count(_ candidates: [ConnectionCandidate]) -> String {
    candidates.count < ConnectionFinder.candidateLimit ? "\(candidates.count)" : "at least \(candidates.count)"
  }
}
