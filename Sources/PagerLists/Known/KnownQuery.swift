import PagerJSON
import PagerSyntax
import PagerThreads

/// One operation of a document, and what follows from its text: nothing here depends on the values of variables, except
/// for the booleans that leave selections out.
final class KnownQuery: Sendable {
  let query: String
  let operationName: String?
  /// The operation as it is declared.
  let definition: OperationDefinition
  /// What each request begins with; an error if that cannot be written.
  let opening: Result<[UInt8], JSONTextError>
  /// The document as a part of what identifies a list.
  let identity: UInt64
  private let operation: ExecutableOperation
  /// The variables by which the document leaves selections out.
  private let conditions: Set<String>
  private let readings = Lock<[(booleans: [String: Bool], operation: ExecutedOperation)]>([])

  init(_ query: String, _ operationName: String?, at config: ConfigPlace) throws(DocumentPlanError) {
    self.query = query
    self.operationName = operationName
    operation = try ExecutableOperation(named: operationName, parsing: query, at: config)
    definition = operation.definition
    conditions = operation.conditionVariables
    opening = Result { () throws(JSONTextError) in
      try PageRequestEncoder.opening(query: query, operationName: operationName)
    }
    identity = ListPart(key: "", document: query).hash
  }

  /// The operation as a server executes it.
  ///
  /// - Parameter booleans: the values of its boolean variables.
  func executed(with booleans: [String: Bool]) -> ExecutedOperation {
    let booleans = booleans.filter { conditions.contains($0.key) }
    return readings.withLock { readings in
      if let known = readings.first(where: { $0.booleans == booleans }) { return known.operation }
      let executed = ExecutedOperation(operation.under(SelectionConditions(booleans)))
      if readings.count == AnswerLimit.most { readings.removeFirst() }
      readings.append((booleans, executed))
      return executed
    }
  }

  /// About as many bytes as it takes, with what was found until now.
  var size: Int {
    query.utf8.count * Self.bytesPerByte + Self.bytesPerReading * readings.withLock { $0.count } + Self.fixedBytes
  }

  // Estimates, on the high side: most of it are the nodes of short names.
  private static let bytesPerByte = 48
  private static let bytesPerReading = 4096
  private static let fixedBytes = 1024
}
