extension JSONNode {
  /// The value and all below it, copied into a tree.
  ///
  /// An integer above `Int64.max` becomes the nearest double, and of members with the same key the first one stays.
  package func value() -> JSONValue {
    switch kind {
    case .null: .null
    case .bool: .bool(bool == true)
    case .string: .string(string ?? "")
    case .number: numericValue
    case .array: .array(elements.map { $0.value() })
    case .object: .object(memberValues)
    }
  }

  private var numericValue: JSONValue {
    switch number {
    case .integer(let value): .integer(value)
    case .unsigned(let value): .number(Double(value))
    case .double(let value): .number(value)
    case nil: .null
    }
  }

  private var memberValues: [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    values.reserveCapacity(count)
    for member in members where values[member.key] == nil {
      values[member.key] = member.value.value()
    }
    return values
  }
}
