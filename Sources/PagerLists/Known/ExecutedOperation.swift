import PagerJSON
import PagerSyntax

/// An operation as a server executes it, and what was found in it: all that a plan takes from the operation alone,
/// whatever the values of its variables are.
final class ExecutedOperation: Sendable {
  let operation: ExecutableOperation
  private let connections = Answers<[String]?, Result<ConnectionCandidate, GraphQLDocumentError>>()
  private let fields = Answers<[String], ListField?>()
  private let totals = Answers<[String], [JSONPointer]>()
  private let shown = Answers<[JSONPointer], ShownItems>()
  private let shared = Answers<SharedQuestion, SharedVariable?>()

  init(_ operation: ExecutableOperation) {
    self.operation = operation
  }

  /// The connection to page through.
  func connection(at path: [String]?) throws(GraphQLDocumentError) -> ConnectionCandidate {
    try connections.answer(to: path) {
      Result { () throws(GraphQLDocumentError) in try ConnectionFinder.connection(in: operation, at: path) }
    }.get()
  }

  /// The field at the end of a path of response keys, or nil if the operation selects nothing there.
  func field(at path: [String]) -> ListField? {
    fields.answer(to: path) { ConnectionFinder.field(in: operation, at: path) }
  }

  /// Where the list at a path names its totals.
  func totals(at path: [String]) -> [JSONPointer] {
    totals.answer(to: path) { field(at: path).map { ListSigns(of: $0).totals } ?? [] }
  }

  /// What the document shows of the items of a list.
  func itemsShown(of shape: ConnectionShape) -> ShownItems {
    shown.answer(to: [shape.connection] + shape.items) { shape.itemsShown(by: operation) }
  }

  /// The first field inside the items of a list that takes one of these variables; nil if none does.
  func variable(
    of variables: Set<String>, sharedInside items: [JSONPointer], of list: JSONPointer
  ) -> SharedVariable? {
    shared.answer(to: SharedQuestion(variables: variables, items: items, list: list)) {
      ConnectionFinder.variable(of: variables, sharedInside: items.map(\.tokens), of: list.tokens, in: operation)
    }
  }
}

private struct SharedQuestion: Equatable {
  let variables: Set<String>
  let items: [JSONPointer]
  let list: JSONPointer
}
