import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// How the rest of the lists inside one query's pages is fetched. Found without a request.
struct DrainPlan: Sendable {
  let rules: DrainRules
  let inner: InnerConnections
  /// Where the pages have their list, below `data`.
  let list: JSONPointer
  /// The query for the rest of each connection, by its place.
  let queries: [Int: DrainQuery]

  /// - Throws: `DocumentPlanError` for a connection of which no query could ask for the rest.
  init(
    _ rules: DrainRules, _ inner: InnerConnections, _ shape: ConnectionShape, _ parsed: ParsedDocument
  ) throws(DocumentPlanError) {
    self.rules = rules
    self.inner = inner
    list = shape.connection
    let cursorVariable = shape.next?.variable ?? shape.previous?.variable
    let cursorType = cursorVariable.flatMap { parsed.declaration(of: $0)?.type.nullable } ?? "String"
    var queries: [Int: DrainQuery] = [:]
    for (index, place) in inner.places.enumerated() {
      guard let connection = place.connection else { continue }
      queries[index] = try DrainQuery(for: connection, at: index, in: inner, cursorType, parsed)
    }
    self.queries = queries
  }
}

/// Asks for the rest of one connection inside a page.
struct DrainQuery: Sendable {
  /// The connection in the pages; its answers have the same keys.
  let connection: InnerConnection
  /// The object that the values come from, as a place.
  let owner: Int
  /// The keys of that object's id and type.
  let identity: InnerConnections.Identity
  /// Where the answers have the rest of the list, below `data`.
  let answer: JSONPointer

  /// The body up to the name of the type, up to the id, and up to the cursor.
  private let head: [UInt8]
  private let middle: [UInt8]
  private let tail: [UInt8]

  init(
    for connection: InnerConnection, at place: Int, in inner: InnerConnections, _ cursorType: String,
    _ parsed: ParsedDocument
  ) throws(DocumentPlanError) {
    guard let owner = inner.identifiedPlace(above: place), let identity = inner.places[owner].identity else {
      throw DocumentPlanError(
        ["nested"],
        "nothing says which object has the connection \(connection.label): add `id __typename` to what is selected of the "
          + "object around it, so that node(id:) can be asked for the rest", at: connection.position)
    }
    let keyCount = connection.path.count - inner.depth(from: owner, to: place)
    guard
      let query = NodeQuery(for: connection, from: keyCount, cursorType: cursorType, in: parsed.operation)
    else {
      throw DocumentPlanError(
        ["nested"], "the query for the rest of the connection \(connection.label) would be too long",
        at: connection.position)
    }
    self.connection = connection
    self.owner = owner
    self.identity = identity
    answer = JSONPointer(tokens: query.path)
    do {
      head = Array("{\"query\":\"\(try Self.escaped(query.head))".utf8)
      middle = Array("\(try Self.escaped(query.tail))\",\"variables\":{\"\(query.idVariable)\":".utf8)
      var constants: [UInt8] = []
      for name in query.variables {
        guard let value = parsed.variables[name] else { continue }
        constants += ",\"\(name)\":".utf8
        constants += value.bytes
      }
      tail = constants + ",\"\(query.cursorVariable)\":".utf8
    } catch {
      throw DocumentPlanError(["nested"], "the query for the rest of a list cannot be written: \(error.message)")
    }
  }

  /// The body that asks for what comes after a cursor.
  func body(of owner: ListOwner, after cursor: VariableValue) -> [UInt8] {
    var body = head
    body += owner.typename.utf8
    body += middle
    body += owner.id.bytes
    body += tail
    body += cursor.json.bytes
    body += "}}".utf8
    return body
  }

  /// The text as it stands between the quotes of a JSON string.
  private static func escaped(_ text: String) throws(JSONTextError) -> Substring {
    try JSONValue.string(text).text().dropFirst().dropLast()
  }
}

/// Which object has a list.
struct ListOwner: Sendable {
  let id: RawJSON
  let typename: String

  /// The longest id and name of a type in bytes: they are copied and sent, and a server decides how long they are.
  private static let longestID = 1 << 16
  private static let longestName = 256

  /// - Throws: `DrainFault` for an object that does not say which one it is.
  init(_ object: JSONNode?, _ identity: InnerConnections.Identity, of list: String) throws(DrainFault) {
    guard let object, let id = object[identity.id], let typename = object[identity.typename]?.string(upTo: Self.longestName)
    else {
      throw DrainFault("the object around a list at \"\(list)\" does not say which one it is")
    }
    guard id.kind == .string || id.kind == .number, id.range.count <= Self.longestID, Self.isName(typename) else {
      throw DrainFault("the object around a list at \"\(list)\" has an id or a type that cannot be asked for")
    }
    self.id = RawJSON(id)
    self.typename = typename
  }

  /// For messages: `Repository "r1"`.
  var label: String { "\(typename) \(id.bytes.count <= 200 ? id.description : "with a long id")" }

  private static func isName(_ text: String) -> Bool {
    let first = text.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    return first && text.utf8.count <= longestName
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

/// Why the rest of a list could not be fetched.
struct DrainFault: Error, Sendable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
