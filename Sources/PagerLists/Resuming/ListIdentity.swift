import PagerBytes
package import PagerJSON
import PagerState
import PagerSyntax

/// What a list is, whatever page it is at: its queries, their variables except for cursors and sizes, and how it is
/// read.
///
/// Documents and values are compared by their meaning: the layout and the order of members do not make another list.
package struct ListIdentity: Sendable, Hashable {
  private var parts: [ListPart] = []
  /// The texts as they are: earlier versions compared these, and their tokens stay valid.
  private var earlier = StableHash()

  /// One of the list's documents, and which of its variables make the list.
  struct Document {
    let parsed: ParsedDocument
    /// All variables but those that differ from page to page.
    let variables: [String: RawJSON]

    /// - Parameters:
    ///   - pageVariables: the variables that differ from page to page, or may differ without making it another list.
    ///   - bases: variables that differ in a part only, without that part.
    init(_ parsed: ParsedDocument, _ pageVariables: [String?], bases: [String: RawJSON] = [:]) {
      self.parsed = parsed
      // The value that a list is read since differs from run to run.
      let all = parsed.document.identityVariables ?? parsed.variables
      let places = pageVariables.compactMap { $0.flatMap(VariablePlace.init) }
      var inside: [String: RawJSON] = [:]
      for variable in Set(places.map(\.variable)) {
        inside[variable] = all[variable].flatMap { try? places.value(of: variable, $0) }
      }
      variables = all.filter { !pageVariables.contains($0.key) }.merging(inside) { $1 }.merging(bases) { $1 }
    }
  }

  /// - Parameter kind: the type of the list, and the ends at which it grows.
  init(kind: String, _ documents: [Document]) {
    parts.append(ListPart(key: "pagination", text: kind))
    earlier.combine(kind)
    for (index, document) in documents.enumerated() {
      let parsed = document.parsed
      let (query, name) = (parsed.document.query, parsed.document.operationName ?? "")
      earlier.combine(query)
      earlier.combine(name)
      let place = index == 0 ? "" : "next_query."
      parts.append(ListPart(key: place + "query", hash: parsed.known.identity))
      if !name.isEmpty { parts.append(ListPart(key: place + "operation_name", text: name)) }
      let variables = document.variables.sorted { $0.key < $1.key }
      for (name, value) in variables {
        earlier.combine(name)
        earlier.combine(value.textWithoutWhiteSpace)
        parts.append(ListPart(key: "\(place)$\(name)", value: value))
      }
      // Where the variables of one document end.
      earlier.combine(UInt64(variables.count))
    }
  }

  /// A list that is identified by the documents of its two queries and the first request.
  ///
  /// - Parameters:
  ///   - body: the request for the first page; nil if it cannot be written.
  ///   - fingerprint: that of the first query.
  package init(kind: String, documents: [String], body: [UInt8]?, fingerprint: UInt64) {
    earlier.combine(kind)
    for text in documents { earlier.combine(text) }
    earlier.combine(fingerprint)
    parts.append(ListPart(key: "pagination", text: kind))
    for (place, document) in zip(["query", "next_query.query"], documents) {
      parts.append(ListPart(key: place, document: document))
    }
    guard let variables = body.flatMap(Self.variables) else {
      parts.append(ListPart(key: "first_request", text: "\(fingerprint)"))
      return
    }
    for (name, value) in variables { parts.append(ListPart(key: "$\(name)", value: value)) }
  }

  /// The variables in the body of a request, by their names.
  private static func variables(in body: [UInt8]) -> [(name: String, value: RawJSON)]? {
    guard let bytes = body.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { return nil }
    let variables = try? JSONReader().read(bytes) { root in
      root["variables"].map { $0.members.map { ($0.key, RawJSON($0.value)) } }
    }
    return variables?.sorted { $0.0 < $1.0 }
  }

  /// What tokens say of the list at an endpoint.
  package func signature(at endpoint: String) -> ListSignature {
    let address = EndpointAddress(endpoint)
    var earlier = earlier
    earlier.combine(address.withoutUser)
    return ListSignature(
      parts: parts + [ListPart(key: "endpoint", text: address.withoutSecrets)],
      withSecrets: ListSignature.hash(of: parts + [ListPart(key: "endpoint", text: address.withoutUser)]),
      earlier: earlier.value)
  }
}

extension RawJSON {
  /// The value's text as it is, except for the white space between its parts.
  package var textWithoutWhiteSpace: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        if byte == UInt8(ascii: " ") || (0x09...0x0d).contains(byte) { continue }
        isInString = byte == UInt8(ascii: "\"")
      }
      text.append(byte)
    }
    return text
  }
}

/// What a token says about its list: one hash of everything that identifies it, and short hashes of the parts, which
/// show what differs.
package struct ListSignature: Sendable, Hashable {
  let parts: [ListPart]
  /// The hash with the keys and passwords in the endpoint's query, which earlier versions of this library wrote.
  let withSecrets: UInt64
  /// The hash of the texts, which still earlier versions wrote.
  let earlier: UInt64

  var hash: UInt64 { Self.hash(of: parts) }

  static func hash(of parts: [ListPart]) -> UInt64 {
    var hash = StableHash()
    for part in parts {
      hash.combine(part.key)
      hash.combine(part.hash)
    }
    return hash.value
  }

  /// Whether a hash that a token or a checkpoint has is this list's.
  func fits(_ hash: UInt64) -> Bool { hash == self.hash || hash == withSecrets }

  /// The parts as a token keeps them.
  var json: JSONValue {
    .object(Dictionary(parts.map { ($0.key, .string($0.mark)) }) { first, _ in first })
  }

  /// Why a token is of another list.
  ///
  /// - Parameters:
  ///   - kept: the parts in the token; nil if an earlier version wrote it.
  ///   - token: what has the parts.
  func difference(from kept: JSONValue?, of token: String = "resume token") -> String {
    let start = "the \(token) belongs to another list: "
    guard let kept = kept?.object, !kept.isEmpty else {
      return start
        + "the query, the variables (except cursors and sizes), the pagination or the endpoint is different"
    }
    let marks = Dictionary(parts.map { ($0.key, $0.mark) }) { first, _ in first }
    let keys = Set(marks.keys).union(kept.keys).sorted()
    let different = keys.filter { kept[$0]?.string != marks[$0] }.map(ListPart.label)
    guard let last = different.last else { return start + "a part of the list is different" }
    if different.count == 1 { return "\(start)\(last) is different" }
    return "\(start)\(different.dropLast().joined(separator: ", ")) and \(last) are different"
  }
}

/// One thing that makes a list: a query, a variable, the endpoint.
struct ListPart: Sendable, Hashable {
  let key: String
  let hash: UInt64

  init(key: String, hash: UInt64) {
    (self.key, self.hash) = (key, hash)
  }

  init(key: String, text: String) {
    self.key = key
    var hash = StableHash()
    hash.combine(text)
    self.hash = hash.value
  }

  /// A document, whatever its layout.
  init(key: String, document: String) {
    self.init(key: key, text: DocumentTokens.texts(of: document)?.joined(separator: " ") ?? document)
  }

  /// A value, whatever the order of its members and the way in which its numbers and strings are written.
  init(key: String, value: RawJSON) {
    self.key = key
    var hash = StableHash()
    hash.combine(value.meaning)
    self.hash = hash.value
  }

  /// A few digits: enough to see a difference, and too few to find a value by.
  var mark: String { String(hash.hexadecimal.suffix(4)) }

  /// The part with a key, in words.
  static func label(_ key: String) -> String {
    switch key {
    case "endpoint", "pagination", "query": return "the \(key)"
    case "operation_name": return "the operation's name"
    case "first_request": return "the first query"
    default:
      let isFurther = key.hasPrefix("next_query.")
      let rest = isFurther ? String(key.dropFirst("next_query.".count)) : key
      let owner = isFurther ? " of the next query" : ""
      if rest == "query" { return "the next query" }
      return rest.hasPrefix("$") ? "the variable `\(rest)`\(owner)" : "the operation's name\(owner)"
    }
  }
}

extension RawJSON {
  /// A text that values with one meaning share. In a value that is nested deeper than a config may be, only white space
  /// is left out: a caller's stack may be small.
  fileprivate var meaning: [UInt8] {
    guard
      let value = try? JSONValue(parsing: description, maximumDepth: JSONValue.maximumConfigDepth),
      let text = try? value.withWholeNumbers.text()
    else { return textWithoutWhiteSpace }
    return Array(text.utf8)
  }
}

extension JSONValue {
  /// The value with numbers like `1.0` as integers.
  fileprivate var withWholeNumbers: JSONValue {
    switch self {
    case .number(let number): Int64(exactly: number).map { .integer($0) } ?? self
    case .array(let elements): .array(elements.map(\.withWholeNumbers))
    case .object(let members): .object(members.mapValues(\.withWholeNumbers))
    case .null, .bool, .integer, .string: self
    }
  }
}
