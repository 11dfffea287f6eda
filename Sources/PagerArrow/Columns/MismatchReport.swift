import PagerJSON

/// The value that a column's type could not hold, for the message. It stays empty as long as all values fit.
struct MismatchReport {
  /// The names of the columns down to that one, the innermost last.
  private(set) var path: [String] = []
  private(set) var type: String?
  private(set) var token: UInt32?
  /// What was wrong, if it is not the kind of the value.
  var reason: String?

  /// Notes the value, and the column that it was for.
  mutating func note(_ token: UInt32, in column: Column) {
    guard self.token == nil else { return }
    self.token = token
    type = column.typeName
  }

  /// The value is inside the column of a member.
  mutating func isInside(_ name: String, _ outcome: PutResult) {
    guard outcome == .mismatch else { return }
    path.insert(path.first == "[]" ? name + path.removeFirst() : name, at: 0)
  }

  /// The value is an element.
  mutating func isInside(list outcome: PutResult) {
    guard outcome == .mismatch else { return }
    path.insert(path.first == "[]" ? "[]" + path.removeFirst() : "[]", at: 0)
  }

  /// What was wrong: `the column "price.amount" has the type int64, and the value is the string "x"`.
  func message(in table: TokenTable) -> String {
    let column = path.isEmpty ? "the rows have" : "the column \"\(path.joined(separator: "."))\" has"
    let value = token.map { phrase(of: $0, in: table) } ?? "of another kind"
    let reason = reason.map { ": \($0)" } ?? ""
    return "\(column) the type \(type ?? "of an object"), but the value is \(value)\(reason)"
  }

  /// A string in quotes, shortened if it is long.
  func quoted(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let longest = 60
    guard bytes.count > longest else { return "\"\(String(decoding: bytes, as: UTF8.self))\"" }
    return "\"\(String(decoding: bytes.prefix(longest), as: UTF8.self))…\""
  }

  private func phrase(of token: UInt32, in table: TokenTable) -> String {
    let kind = JSONNode(tokens: table.text, token: token).kind
    return switch kind {
    case .object, .array, .null: kind.phrase
    case .string: "the string \(quoted(table.string(token)))"
    case .number, .bool: String(decoding: table.rawText(token).prefix(60), as: UTF8.self)
    }
  }
}

extension Column {
  /// The key of a member.
  var name: String {
    String(decoding: UnsafeRawBufferPointer(start: key.start, count: key.count), as: UTF8.self)
  }

  /// The type for a message.
  var typeName: String {
    switch storage {
    case .null: "null, because only nulls came before"
    case .bool: "bool"
    case .int64: "int64"
    case .float64: "float64"
    case .string: "string"
    case .json, .emptyObject: "json"
    case .date: "date"
    case .timestamp: timestamp.name
    case .list: "of a list"
    case .structure: "of an object"
    }
  }
}
