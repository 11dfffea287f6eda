internal import CSimdjson

/// The values of scalars. Each is nil if the node is of another kind.
extension JSONNode {
  package var isNull: Bool { firstByte == UInt8(ascii: "n") }

  package var bool: Bool? {
    switch firstByte {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The string, unescaped.
  package var string: String? {
    guard let unescaped else { return nil }
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// The string, unescaped. If it is longer than `count` bytes, it is shortened and ends with an ellipsis.
  package func string(upTo count: Int) -> String? {
    guard let unescaped else { return nil }
    guard unescaped.count > count else { return String(decoding: unescaped, as: UTF8.self) }
    var end = max(count, 0)
    while end > 0, unescaped[end] & 0xC0 == 0x80 { end -= 1 }  // not in the middle of a character
    return String(decoding: unescaped[..<end], as: UTF8.self) + "…"
  }

  /// The number as an integer: nil if it has a fraction or does not fit. `2.0` and `2e3` are integers up to 2⁵³.
  package var int64: Int64? {
    switch number {
    case .integer(let value): value
    case .double(let value) where value.magnitude <= 0x1p53: Int64(exactly: value)
    case .double, .unsigned, nil: nil
    }
  }

  /// The number as a double, rounded to the nearest.
  package var double: Double? {
    switch number {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    case nil: nil
    }
  }

  /// A number as CSimdjson reads it.
  enum Number {
    case integer(Int64)
    /// Above `Int64.max`.
    case unsigned(UInt64)
    case double(Double)
  }

  /// The number, or nil if the node is of another kind.
  var number: Number? {
    guard kind == .number else { return nil }
    var bits: UInt64 = 0
    switch UInt8(bitPattern: csimdjson_number(text, token, &bits)) {
    case UInt8(ascii: "l"): return .integer(Int64(bitPattern: bits))
    case UInt8(ascii: "u"): return .unsigned(bits)
    default: return .double(Double(bitPattern: bits))
    }
  }

  /// The string's unescaped UTF-8 in the reader's memory, or nil if the node is of another kind.
  var unescaped: UnsafeBufferPointer<UInt8>? {
    guard firstByte == UInt8(ascii: "\"") else { return nil }
    var length: UInt32 = 0
    let start = csimdjson_string(text, token, &length)
    return UnsafeBufferPointer(start: start, count: Int(length))
  }
}

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
