/// A JSON value as a tree, such as variables, extensions of a response, or a value of a page.
///
/// Equality is by content; `.integer(1)` and `.number(1)` differ, as the texts `1` and `1.0` do.
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent.
  case integer(Int64)
  /// Any other number. Infinity and NaN can stand here but have no text in JSON.
  case number(Double)
  /// A string, unescaped.
  case string(String)
  /// An array: its elements in order.
  case array([JSONValue])
  /// An object: its members by key.
  case object([String: JSONValue])
}

extension JSONValue {
  /// How many objects and arrays may be nested, in texts that are read and in values that are written.
  ///
  /// Trees are walked, compared and freed recursively; this bound keeps that within the 512 KiB of a small thread's
  /// stack.
  package static let maximumDepth = 256

  /// How many objects and arrays may be nested in a config, its variables aside. Callers from C may have only 64 KiB of
  /// stack, and no config nests deeper than three levels.
  package static let maximumConfigDepth = 32
}

// MARK: Parts

extension JSONValue {
  /// An object's member; nil if there is none, or if the value is not an object.
  public subscript(key: String) -> JSONValue? {
    object?[key]
  }

  /// The members of an object; nil if the value is of another kind.
  public var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements of an array; nil if the value is of another kind.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The string; nil if the value is of another kind.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The truth value; nil if the value is of another kind.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The integer; nil if the value is of another kind, also for a number with a fraction.
  public var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// The number, with or without a fraction; nil if the value is of another kind.
  package var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }
}

// MARK: Literals

extension JSONValue: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Of entries with the same key the last one stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
