import PagerBytes
import PagerJSON

/// The value that a column's type could not hold, for the message. It stays empty as long as all values fit.
struct MismatchReport {
  /// The column that the value is in, as far as the search has come back up: `tags[].name`. Nil: no column has it yet.
  private var place: String?
  /// Whether the place begins with an element of a list.
  private var beginsWithElement = false
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
    goUp(to: name, isElement: false)
  }

  /// The value is an element.
  mutating func isInside(list outcome: PutResult) {
    guard outcome == .mismatch else { return }
    goUp(to: "[]", isElement: true)
  }

  private mutating func goUp(to step: String, isElement: Bool) {
    place = place.map { step + (beginsWithElement ? "" : ".") + $0 } ?? step
    beginsWithElement = isElement
  }

  /// What was wrong: `the column "price.amount" has the type int64, and the value is the string "x"`.
  ///
  /// - Parameter shown: see ``PageRows/shown``.
  func message(in table: TokenTable, _ shown: (String) -> String) -> String {
    let column = place.map { "the column \"\($0)\" has" } ?? "the rows have"
    let value = token.map { phrase(of: $0, in: table, shown) } ?? "of another kind"
    let reason = reason.map { ": \($0)" } ?? ""
    return "\(column) the type \(type ?? "of an object"), but the value is \(value)\(reason)"
  }

  /// A string in quotes, shortened if it is long.
  func quoted(_ bytes: UnsafeBufferPointer<UInt8>, _ shown: (String) -> String = { $0 }) -> String {
    // A secret that the end of the quotation would cut is hidden as a whole.
    "\"\(shown(String(decoding: bytes.prefix(4 << 10), as: UTF8.self)).cut(to: 60))\""
  }

  private func phrase(of token: UInt32, in table: TokenTable, _ shown: (String) -> String) -> String {
    let kind = JSONNode(tokens: table.text, token: token).kind
    return switch kind {
    case .object, .array, .null: kind.phrase
    case .string: "the string \(quoted(table.string(token), shown))"
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
