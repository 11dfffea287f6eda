import PagerClient
import PagerJSON
import PagerSyntax

/// Where a page of an inner list has its parts, in the text that it came in.
struct ListSite: Sendable {
  /// What stands between the brackets of an array.
  struct Elements: Sendable {
    let range: Range<Int>
    let isEmpty: Bool
  }

  /// The arrays that the query asks for, in the order of its keys.
  let arrays: [Elements]
  let flag: Range<Int>
  /// The cursor, even if there is no more; nil if it is absent.
  let cursorRange: Range<Int>?
  /// The cursor for the next page; nil if there is none.
  let cursor: VariableValue?

  var isEmpty: Bool { arrays.allSatisfy(\.isEmpty) }

  /// - Throws: `DrainFault` if a part is missing.
  ///
  /// - Parameter keys: those of the arrays.
  init(_ node: JSONNode, _ connection: InnerConnection, arrays keys: [String]) throws(DrainFault) {
    let state = InnerState(node, connection)
    guard let info = state.pageInfo, let hasMore = state.hasMore, let flag = connection.flagKey.flatMap({ info[$0] })
    else { throw DrainFault("it does not say whether there is more") }
    var arrays: [Elements] = []
    for key in keys {
      guard let array = node.array(key) else { throw DrainFault("it has no array \"\(key)\"") }
      let range = array.range
      arrays.append(Elements(range: range.lowerBound + 1..<range.upperBound - 1, isEmpty: array.count == 0))
    }
    let cursor = connection.cursorKey.flatMap { info[$0] }
    self.arrays = arrays
    self.flag = flag.range
    cursorRange = cursor?.range
    guard hasMore else {
      self.cursor = nil
      return
    }
    guard let cursor, cursor.kind == .string || cursor.kind == .number else {
      throw DrainFault("it says that there is more, but gives no cursor for the next page")
    }
    guard cursor.range.count <= PageParts.longestCursor else {
      throw DrainFault("its cursor has \(cursor.range.count) bytes, which is too long to send back")
    }
    self.cursor = VariableValue(cursor)
  }
}

/// A list inside a page that says there is more, and its next cursor.
struct OpenList: Sendable {
  let place: Int
  let site: ListSite
  let owner: ListOwner
}

/// The lists of a text that say there is more.
struct OpenLists: Sendable {
  private(set) var lists: [OpenList] = []
  /// Why the rest of one of them cannot be requested.
  private(set) var fault: DrainFault?

  /// Adds the lists below a value at a place.
  mutating func add(below node: JSONNode, at place: Int, _ plan: DrainPlan) {
    var scan = NestedScan(of: node, at: place, plan.inner, base: [])
    while let found = scan.next() {
      guard InnerState(found.node, found.connection).hasMore == true, let query = plan.queries[found.place] else {
        continue
      }
      // No more of them can be filled than are kept of a page.
      guard lists.count < RawNestedLists.listLimit else { return }
      do throws(DrainFault) {
        let owner = try ListOwner(scan.object(at: query.owner), query.source, of: found.connection.pointer)
        do throws(DrainFault) {
          lists.append(
            OpenList(
              place: found.place,
              site: try ListSite(
                found.node, found.connection, arrays: found.connection.listKeys), owner: owner))
        } catch {
          throw DrainFault("the list \"\(found.connection.pointer)\" of \(owner.label): \(error.message)")
        }
      } catch {
        fault = fault ?? error
      }
    }
  }
}

/// A part of a list's rest from an answer.
struct DrainedPage: Sendable {
  let site: ListSite
  /// The lists inside that are not whole either.
  let open: OpenLists

  /// Reads the list in an answer.
  ///
  /// - Parameter list: the requested list.
  static func reading(
    _ envelope: ResponseEnvelope, of query: DrainQuery, for list: OpenList, _ plan: DrainPlan
  ) throws(JSONReadError) -> Result<DrainedPage, DrainFault> {
    let node = try envelope.data?.uniqueNode(at: query.answer)
    if node == nil, envelope.errors == nil, let data = envelope.data,
      let array = try ArrayOnTheWay(of: query.answer, in: data)
    {
      return .failure(DrainFault("in the answer with its rest, \(array.message(naming: "connection"))"))
    }
    let id = try query.answeredID.flatMap { pointer throws(JSONReadError) in
      try envelope.data?.uniqueNode(at: pointer)
    }
    do throws(DrainFault) {
      if envelope.errors == nil { try list.owner.check(id) }
      return .success(try DrainedPage(node, envelope.errors, of: query, at: list.place, plan))
    } catch {
      return .failure(error)
    }
  }

  private init(
    _ node: JSONNode?, _ errors: JSONNode?, of query: DrainQuery, at place: Int, _ plan: DrainPlan
  ) throws(DrainFault) {
    // The data would enter the page without its errors.
    if let errors {
      let first = GraphQLErrorList(errors)?.firstMessage ?? "without a message"
      throw DrainFault("the answer with the rest of the list has errors; the first: \(first)")
    }
    guard let node, node.kind == .object else {
      throw DrainFault("the answer with the rest of the list has nothing at /data\(query.answer)")
    }
    site = try ListSite(node, query.answered, arrays: query.connection.listKeys)
    var open = OpenLists()
    for child in plan.inner.places[place].children {
      let key = plan.inner.places[child].key
      // The page already has all other members of the list.
      guard query.connection.listKeys.contains(key), let array = node.array(key) else { continue }
      open.add(below: array, at: child, plan)
    }
    self.open = open
  }
}

/// Which values of a list's owner the request for the rest of the list needs.
enum OwnerSource: Sendable {
  /// By its type and its id.
  case identity(InnerConnections.Identity)
  /// By values in it.
  case values([JSONPointer])
}

/// Which object has a list: the values that a request for the rest of it needs.
struct ListOwner: Sendable {
  /// As they stand in the request.
  let values: [[UInt8]]
  /// The object's id, if the request names it.
  private let id: [UInt8]?
  /// For messages: `Repository "r1"`.
  let label: String

  /// The longest value and name of a type in bytes: they are copied and sent, and a server decides how long they are.
  private static let longestValue = 1 << 16
  private static let longestName = 256

  /// - Throws: `DrainFault` for an object that does not say which one it is.
  init(_ object: JSONNode?, _ source: OwnerSource, of list: String) throws(DrainFault) {
    guard let object else { throw DrainFault("the response does not identify the object with the list at \"\(list)\"") }
    switch source {
    case .identity(let keys):
      guard let id = object[keys.id], let typename = object[keys.typename]?.string(upTo: Self.longestName) else {
        throw DrainFault("an object with a list at \"\(list)\" lacks an id or a type")
      }
      guard Self.isName(typename) else {
        throw DrainFault("an object with a list at \"\(list)\" has a type that a request cannot name")
      }
      let value = try Self.value(id, of: list)
      values = [Array(typename.utf8), value]
      self.id = value
      label = "\(typename) \(Self.quoted(value))"
    case .values(let pointers):
      var values: [[UInt8]] = []
      for pointer in pointers {
        guard let node = object.node(at: pointer) else {
          throw DrainFault("an object with a list at \"\(list)\" has nothing at \"\(pointer)\"")
        }
        values.append(try Self.value(node, of: list))
      }
      self.values = values
      id = nil
      label = values.isEmpty ? "an object" : "the object with \(values.map(Self.quoted).joined(separator: ", "))"
    }
  }

  /// Refuses the answer of a server that has found another object.
  ///
  /// - Parameter answered: the id in the answer; nil if the answer has none.
  func check(_ answered: JSONNode?) throws(DrainFault) {
    guard let id, let answered, !answered.isNull else { return }
    let found = RawJSON(answered).bytes
    // One server's id may be a number here and a string there.
    guard Self.unquoted(found) != Self.unquoted(id) else { return }
    throw DrainFault("the answer with the rest of the list has another object, with the id \(Self.quoted(found))")
  }

  private static func unquoted(_ value: [UInt8]) -> ArraySlice<UInt8> {
    value.first == UInt8(ascii: "\"") ? value.dropFirst().dropLast() : value[...]
  }

  private static func value(_ node: JSONNode, of list: String) throws(DrainFault) -> [UInt8] {
    guard node.kind == .string || node.kind == .number || node.kind == .bool, node.range.count <= longestValue else {
      throw DrainFault("an object with a list at \"\(list)\" has an id that a request cannot send")
    }
    return RawJSON(node).bytes
  }

  private static func quoted(_ value: [UInt8]) -> String {
    value.count <= 200 ? String(decoding: value, as: UTF8.self) : "a long id"
  }

  /// Whether a text can be the name of a type: it becomes part of a query.
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

extension JSONNode {
  /// The value at a pointer through objects; nil if there is none.
  fileprivate func node(at pointer: JSONPointer) -> JSONNode? {
    var node: JSONNode? = self
    for token in pointer.tokens { node = node?[token] }
    return node
  }
}
