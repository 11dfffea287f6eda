package import PagerJSON

/// Makes the key of an object out of its type and its values; without the type. Nil: it has none to give.
package typealias KeyFunction = @Sendable (_ type: String, _ fields: [String: JSONValue]) -> String?

/// The keys of a response's objects that a function made, by where the objects are in it.
///
/// The function is a user's. It runs under no lock, before the response is taken in: so it may do what it wants.
struct ObjectKeys: Sendable {
  private var keys: [Int: String] = [:]

  init() {}

  init(of data: JSONNode, _ function: KeyFunction) {
    add(data, function, isRoot: true)
  }

  /// The key of an object; nil if the function did not make one that a cache takes.
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

extension Cache {
  /// The keys that the configured function makes for the objects of a response. Under no lock.
  func objectKeys(of data: JSONNode) -> ObjectKeys {
    configuration.keyFunction.map { ObjectKeys(of: data, $0) } ?? ObjectKeys()
  }
}
