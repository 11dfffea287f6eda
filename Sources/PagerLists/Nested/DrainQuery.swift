import PagerClient
package import PagerJSON
import PagerSyntax

/// Asks for the rest of one connection inside a page.
struct DrainQuery: Sendable {
  /// The connection in the pages, and in the answers.
  let connection: InnerConnection
  let answered: InnerConnection
  /// The object that the values of a request come from, as a place.
  let owner: Int
  /// The places of the values in that object.
  let source: OwnerSource
  /// Where the answers have the rest of the list, below `data`.
  let answer: JSONPointer
  /// The place at which the answers name the list's owner, below `data`; nil if they do not.
  let answeredID: JSONPointer?
  /// The body around the values: one more than there are of these. The cursor follows.
  private let segments: [[UInt8]]

  /// A query written from the document that shows the connection, through node(id:).
  init(
    for connection: InnerConnection, at place: Int, in inner: InnerConnections, _ cursorType: String,
    _ parsed: ParsedDocument
  ) throws(DocumentPlanError) {
    guard let owner = inner.identifiedPlace(above: place), let identity = inner.places[owner].identity else {
      throw DocumentPlanError(
        ["nested"],
        "the query does not identify the object with the connection \(connection.label): select `id __typename` in the "
          + "object around it, so that node(id:) can fetch the rest, or give a query of your own for the connection",
        at: connection.position)
    }
    let keyCount = connection.path.count - inner.depth(from: owner, to: place)
    guard let query = NodeQuery(for: connection, from: keyCount, cursorType: cursorType, in: parsed.operation) else {
      throw DocumentPlanError(
        ["nested"], "the query for the rest of the connection \(connection.label) would be too long",
        at: connection.position)
    }
    (self.connection, answered) = (connection, connection)
    self.owner = owner
    source = .identity(identity)
    answer = JSONPointer(tokens: query.path)
    answeredID = JSONPointer(tokens: query.idPath)
    let constants = query.variables.compactMap { name in parsed.variables[name].map { (name, $0) } }
    do {
      segments = [
        Array("{\"query\":\"\(try Self.escaped(query.head))".utf8),
        Array("\(try Self.escaped(query.tail))\",\"variables\":{\"\(query.idVariable)\":".utf8),
        Self.members(constants) + ",\"\(query.cursorVariable)\":".utf8,
      ]
    } catch {
      throw DocumentPlanError(["nested"], unwritable: error)
    }
  }

  /// What a config gives.
  ///
  /// - Parameter owner: the object around the connection, as a place.
  init(_ own: OwnDrainQuery, for connection: InnerConnection, above owner: Int) throws(DocumentPlanError) {
    let parsed = try ParsedDocument(
      PagedDocument(query: own.query, operationName: own.operationName, variables: own.variables), at: own.place)
    let path = try own.listPath(in: parsed)
    guard let answered = ConnectionFinder.innerConnection(in: parsed.operation, at: path) else {
      throw own.place.error(inNames: "connection", "the query has no connection at \"\(JSONPointer(tokens: path))\"")
    }
    try own.check(answered, for: connection)
    let cursor = try own.cursorVariable(in: parsed, at: path, isBackward: connection.isBackward)
    try parsed.refuseVariables(
      [cursor], insideItems: answered.listKeys.map { JSONPointer(tokens: [$0]) }, of: JSONPointer(tokens: path))
    var values: [(name: String, pointer: JSONPointer)] = []
    for (name, pointer) in own.from.sorted(by: { $0.key < $1.key }) {
      values.append((try parsed.declared(name, as: "from"), pointer))
    }
    for variable in parsed.definition.variables where variable.name != cursor && own.from[variable.name] == nil {
      try parsed.check.refuseMissing(variable, own.variables[variable.name])
    }

    (self.connection, self.answered) = (connection, answered)
    self.owner = owner
    source = .values(values.map(\.pointer))
    answer = JSONPointer(tokens: path)
    answeredID = nil
    do {
      var head = "{\"query\":\(try JSONValue.string(own.query).text()),"
      if let name = own.operationName { head += "\"operationName\":\(try JSONValue.string(name).text())," }
      var segments = [Array("\(head)\"variables\":{".utf8)]
      // The members of an object; no comma stands before the first.
      let constants = own.variables.filter { own.from[$0.key] == nil && $0.key != cursor }.sorted { $0.key < $1.key }
      for name in values.map(\.name) {
        segments[segments.count - 1] += "\"\(name)\":".utf8
        segments.append(Array(",".utf8))
      }
      let written = Self.members(constants.map { ($0.key, $0.value) }).dropFirst()
      segments[segments.count - 1] += written + (written.isEmpty ? "" : ",").utf8 + "\"\(cursor)\":".utf8
      self.segments = segments
    } catch {
      throw own.place.error(unwritable: error)
    }
  }

  /// The body that asks for what comes after a cursor.
  func body(of owner: ListOwner, after cursor: VariableValue) -> [UInt8] {
    var body: [UInt8] = []
    for (index, segment) in segments.enumerated() {
      body += segment
      if index < owner.values.count { body += owner.values[index] }
    }
    body += cursor.json.bytes
    body += "}}".utf8
    return body
  }

  /// Members of an object, each behind a comma. Names of variables need no escapes.
  private static func members(_ values: [(name: String, value: RawJSON)]) -> [UInt8] {
    var text: [UInt8] = []
    for (name, value) in values {
      text += ",\"\(name)\":".utf8
      text += value.bytes
    }
    return text
  }

  /// The text as it stands between the quotes of a JSON string.
  private static func escaped(_ text: String) throws(JSONTextError) -> Substring {
    try JSONValue.string(text).text().dropFirst().dropLast()
  }
}

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

  /// Refuses a query if its answers could not be put into the list.
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
