import PagerBytes
import PagerJSON
import PagerSyntax

/// What a request asks for. It finds a recorded request: by the query without layout and comments, the variables in any
/// order, and the name of the operation.
struct RequestKey: Sendable, Hashable {
  /// A variable, by the bytes of its name and of its canonical value.
  struct Variable: Sendable, Hashable {
    let name: [UInt8]
    let value: [UInt8]
  }

  /// The tokens of the query, joined; of a request that is not a GraphQL request, its body.
  let query: [UInt8]
  let operationName: [UInt8]
  /// By name.
  let variables: [Variable]
  /// The extensions, by which a request without a query names it.
  let extensions: [UInt8]

  private static let separator: UInt8 = 0x1f

  init(_ body: UnsafeRawBufferPointer) {
    let request = ReceivedBytes(copyOf: body).flatMap { bytes in
      try? SpareReader.use { reader throws(JSONReadError) in
        try reader.read(bytes) { root throws(JSONReadError) in root.kind == .object ? Self(root) : nil }
      }
    }
    self = request.flatMap(\.self) ?? Self(query: Array(body), operationName: [], variables: [], extensions: [])
  }

  private init(_ root: JSONNode) {
    let text = root["query"]?.string
    let tokens = text.flatMap { DocumentTokens.texts(of: $0) }?.map { Array($0.utf8) }
    self.init(
      query: tokens.map { Array($0.joined(separator: [Self.separator])) } ?? Array((text ?? "").utf8),
      operationName: Array((root["operationName"]?.string ?? "").utf8),
      variables: (root["variables"]?.members.map { $0 } ?? [])
        .map { Variable(name: Array($0.key.utf8), value: CanonicalValue.text(of: $0.value)) }
        .sorted { $0.name.lexicographicallyPrecedes($1.name) },
      extensions: text == nil ? root["extensions"].map { CanonicalValue.text(of: $0) } ?? [] : [])
  }

  private init(query: [UInt8], operationName: [UInt8], variables: [Variable], extensions: [UInt8]) {
    self.query = query
    self.operationName = operationName
    self.variables = variables
    self.extensions = extensions
  }

  /// The query's tokens.
  var tokens: [ArraySlice<UInt8>] { query.split(separator: Self.separator) }
}

/// Values as texts that are equal if the values are equal: without white space, and with members sorted by name.
enum CanonicalValue {
  /// The depth to which members are sorted. A caller's stack may be small, so deeper values are compared as written.
  private static let deepest = 16

  static func text(of node: JSONNode, depth: Int = 0) -> [UInt8] {
    switch node.kind {
    case .object where depth == deepest, .array where depth == deepest:
      return RawJSON(node).bytes
    case .object:
      let members = node.members.map { (name: string($0.key), value: text(of: $0.value, depth: depth + 1)) }
        .sorted { $0.name.lexicographicallyPrecedes($1.name) }
      return enclosed("{", members.map { $0.name + [UInt8(ascii: ":")] + $0.value }, "}")
    case .array:
      return enclosed("[", node.elements.map { text(of: $0, depth: depth + 1) }, "]")
    case .string:
      return string(node.string ?? "")
    // A number as written: it may have more digits than a double.
    case .number, .bool, .null:
      return RawJSON(node).bytes
    }
  }

  private static func enclosed(_ start: String, _ parts: [[UInt8]], _ end: String) -> [UInt8] {
    Array(start.utf8) + parts.joined(separator: [UInt8(ascii: ",")]) + end.utf8
  }

  private static func string(_ text: String) -> [UInt8] {
    do {
      return try JSONValue.string(text).bytes()
    } catch {
      // Only if memory runs out. The text without quotes distinguishes values as well.
      return Array(text.utf8)
    }
  }
}
