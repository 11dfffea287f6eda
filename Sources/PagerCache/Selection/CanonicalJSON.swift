import PagerJSON

/// JSON in which one value has one text: no white space, the members of objects by name, numbers as they were written.
///
/// Arguments are part of a field's key, and the order in which somebody wrote them is not part of what they mean.
enum CanonicalJSON {
  static func text(_ node: JSONNode) -> String {
    switch node.kind {
    case .object:
      object(node.members.map { ($0.key, text($0.value)) })
    case .array:
      array(node.elements.map { text($0) })
    case .string:
      string(node.string ?? "")
    case .number, .bool, .null:
      RawJSON(node).description
    }
  }

  static func object(_ members: [(name: String, text: String)]) -> String {
    let sorted = members.sorted { $0.name < $1.name }
    return "{" + sorted.map { "\(string($0.name)):\($0.text)" }.joined(separator: ",") + "}"
  }

  static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  static func string(_ value: String) -> String {
    // The only failure is memory that ran out; a key that nothing else has is then a miss.
    (try? JSONValue.string(value).text()) ?? "\"\""
  }
}
