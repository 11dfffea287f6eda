package import PagerJSON

/// Makes the key of an object from its type and its values. The key does not include the type. Nil: it has no key for
/// the object.
package typealias KeyFunction = @Sendable (_ type: String, _ fields: [String: JSONValue]) -> String?

/// The keys that a function made for a response's objects, by the objects' places in it.
///
/// The function is a user's code. It runs under no lock, before the response is stored, so it may do anything.
struct ObjectKeys: Sendable {
  private var keys: [Int: String] = [:]

  init() {}

  init(of data: JSONNode, _ function: KeyFunction) {
    add(data, function, isRoot: true)
  }

  /// The key of an object; nil if the function did not make a valid one.
  subscript(node: JSONNode) -> String? {
    keys.isEmpty ? nil : keys[node.range.lowerBound]
  }

  private mutating func add(_ node: JSONNode, _ function: KeyFunction, isRoot: Bool = false) {
    for element in node.elements { add(element, function) }
    guard node.kind == .object else { return }
    var fields: [String: JSONValue] = [:]
    for (name, value) in node.members {
      switch value.kind {
      case .object, .array: add(value, function)
      case .string, .number, .bool, .null: fields[name] = value.value()
      }
    }
    guard !isRoot, let type = fields[RelayName.typename]?.string, let key = function(type, fields), !key.isEmpty,
      RecordKey.isUsable("\(type):\(key)".utf8)
    else { return }
    keys[node.range.lowerBound] = key
  }
}
