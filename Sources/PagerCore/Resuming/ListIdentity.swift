import PagerBytes
import PagerJSON
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

  /// - Parameter kind: the type of the list, and the ends at which it grows.
  init(kind: String, _ documents: [(parsed: ParsedDocument, pageVariables: [String?])]) {
    parts.append(ListPart(key: "pagination", text: kind))
    earlier.combine(kind)
    for (index, (parsed, pageVariables)) in documents.enumerated() {
      let (query, name) = (parsed.document.query, parsed.document.operationName ?? "")
      earlier.combine(query)
      earlier.combine(name)
      let place = index == 0 ? "" : "next_query."
      parts.append(ListPart(key: place + "query", document: query))
      if !name.isEmpty { parts.append(ListPart(key: place + "operation_name", text: name)) }
      let variables = parsed.variables.filter { !pageVariables.contains($0.key) }.sorted { $0.key < $1.key }
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
    let address = endpoint.addressWithoutCredentials
    var earlier = earlier
    earlier.combine(address)
    return ListSignature(parts: parts + [ListPart(key: "endpoint", text: address)], earlier: earlier.value)
  }
}

extension RawJSON {
  /// The value's text as it is, except for the white space between its parts.
  var textWithoutWhiteSpace: [UInt8] {
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

extension String {
  /// The address without a user's name and password: another password does not make another list.
  fileprivate var addressWithoutCredentials: String {
    let bytes = utf8
    let slash = UInt8(ascii: "/")
    guard let start = bytes.firstIndex(of: slash).map({ bytes[$0...].prefix { $0 == slash }.endIndex }) else {
      return self
    }
    let end = bytes[start...].firstIndex { $0 == slash || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
    guard let mark = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return self }
    return String(self[..<start]) + String(self[bytes.index(after: mark)...])
  }
}
