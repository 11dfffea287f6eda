import PagerJSON
import PagerSyntax

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
    throw DrainFault("the answer with its rest has another object, with the id \(Self.quoted(found))")
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
