import PagerJSON
import PagerSyntax

/// What a token says about its list: one hash of everything that identifies it, and short hashes of the parts, which
/// show what differs.
package struct ListSignature: Sendable, Hashable {
  let parts: [ListPart]
  /// The hash that earlier versions of this library wrote.
  let earlier: UInt64

  var hash: UInt64 {
    var hash = StableHash()
    for part in parts {
      hash.combine(part.key)
      hash.combine(part.hash)
    }
    return hash.value
  }

  /// The parts as a token keeps them.
  var json: JSONValue {
    .object(Dictionary(parts.map { ($0.key, .string($0.mark)) }) { first, _ in first })
  }

  /// Why a token is of another list.
  ///
  /// - Parameter kept: the parts in the token; nil if an earlier version wrote it.
  func difference(from kept: JSONValue?) -> String {
    let start = "the resume token belongs to another list: "
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
  /// A text that values with one meaning share. Of a value that is nested deeper than a config may be, only white space
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
