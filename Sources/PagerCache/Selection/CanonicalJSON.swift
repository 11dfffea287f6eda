import PagerJSON
import PagerSyntax

/// The one canonical text of each value: JSON without white space, with members sorted by name and numbers as written.
/// Names of members have no quotes, as in a document.
///
/// Arguments are part of a field's key, and their order does not change their meaning.
enum CanonicalJSON {
  static func text(_ node: JSONNode) -> String {
    // No recursion: values nest as deep as JSON may, and a thread that calls from C may have a stack of 64 KiB.
    var open: [Container] = []
    var node = node
    while true {
      var text: String
      switch node.kind {
      case .object, .array:
        let container = Container(node)
        if let first = container.next {
          open.append(container)
          node = first
          continue
        }
        text = container.text
      case .string: text = key(node.string ?? "")
      case .number, .bool, .null: text = RawJSON(node).description
      }
      while true {
        guard let container = open.indices.last else { return text }
        open[container].append(text)
        if let next = open[container].next {
          node = next
          break
        }
        text = open.removeLast().text
      }
    }
  }

  /// An object or an array that is being written.
  private struct Container {
    private let isObject: Bool
    private let names: [String]
    private let values: [JSONNode]
    private var texts: [String] = []

    init(_ node: JSONNode) {
      isObject = node.kind == .object
      let members = Array(node.members)
      names = members.map(\.key)
      values = isObject ? members.map(\.value) : Array(node.elements)
    }

    /// The next value to write; nil if there are no more.
    var next: JSONNode? { texts.count < values.count ? values[texts.count] : nil }

    mutating func append(_ text: String) { texts.append(text) }

    var text: String { isObject ? object(zip(names, texts).map { ($0, $1) }) : array(texts) }
  }

  static func object(_ members: [(name: String, text: String)]) -> String {
    let sorted = members.sorted { $0.name < $1.name }
    return "{" + sorted.map { "\($0.name.isName ? $0.name : key($0.name)):\($0.text)" }.joined(separator: ",") + "}"
  }

  static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  /// A string that equals another only if all bytes are the same: Swift compares strings as a reader does: `é` is the
  /// same in one scalar as in two. To a server these are two values.
  static func key(_ value: String) -> String {
    let text = string(value)
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var escaped = ""
    for unit in text.utf16 {
      if unit < 0x80 {
        escaped.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return escaped
  }

  static func string(_ value: String) -> String {
    // The only failure is that memory runs out. The key is then unique, and a miss.
    (try? JSONValue.string(value).text()) ?? "\"\""
  }
}
