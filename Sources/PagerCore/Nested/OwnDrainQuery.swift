package import PagerJSON
import PagerSyntax

/// A query for the rest of a list inside the pages, as a config gives it.
package struct OwnDrainQuery: Sendable, Hashable {
  /// The list that it is for: the keys that lead to it, below `data` and without indexes.
  package var connection: JSONPointer
  package var query: String
  package var operationName: String?
  /// The variables that stay the same.
  package var variables: [String: RawJSON]
  /// The variables that take values of the list's owner, and the places of these values in it.
  package var from: [String: JSONPointer]
  /// The place of the rest in the answers, below `data`; nil: the place of the document's only connection.
  package var list: JSONPointer?
  /// The variable that takes the cursor; nil: the one behind the argument.
  package var cursor: String?

  package init(
    connection: JSONPointer, query: String, operationName: String? = nil, variables: [String: RawJSON] = [:],
    from: [String: JSONPointer] = [:], list: JSONPointer? = nil, cursor: String? = nil
  ) {
    self.connection = connection
    self.query = query
    self.operationName = operationName
    self.variables = variables
    self.from = from
    self.list = list
    self.cursor = cursor
  }

  /// Where the config has it.
  var place: ConfigPlace {
    let path = ["nested", "queries", connection.description]
    return ConfigPlace(document: path, names: path)
  }

  /// The keys from `data` to the list in its answers.
  func listPath(in parsed: ParsedDocument) throws(DocumentPlanError) -> [String] {
    if let list { return list.tokens }
    do {
      return try ConnectionFinder.connection(in: parsed.operation).responsePath
    } catch {
      throw place.error(in: "query", error.message, at: error.position)
    }
  }

  /// Refuses a query whose answers could not be put into the list.
  func check(_ answered: InnerConnection, for connection: InnerConnection) throws(DocumentPlanError) {
    guard answered.flagKey != nil, answered.cursorKey != nil else {
      throw place.error(
        in: "query",
        "the connection \(answered.label) does not ask whether there is more: "
          + "add pageInfo { \(answered.flagField) \(answered.cursorField) } to it", at: answered.position)
    }
    guard answered.isBackward == connection.isBackward else {
      throw place.error(
        in: "query", "the connection \(answered.label) reads from the opposite end of \(connection.label)",
        at: answered.position)
    }
    for key in connection.listKeys where !answered.listKeys.contains(key) {
      throw place.error(
        in: "query",
        "the connection \(answered.label) has no \"\(key)\", which \(connection.label) has: select it in both",
        at: answered.position)
    }
  }

  /// The variable that takes the cursor.
  func cursorVariable(
    in parsed: ParsedDocument, at path: [String], isBackward: Bool
  ) throws(DocumentPlanError) -> String {
    if let cursor { return try parsed.declared(cursor, as: "after") }
    let argument = isBackward ? "before" : "after"
    if let name = ConnectionFinder.field(in: parsed.operation, at: path)?.argument(argument).variableName {
      return name
    }
    throw place.error(inNames: "after", "name the variable that takes the cursor as `after`")
  }
}
