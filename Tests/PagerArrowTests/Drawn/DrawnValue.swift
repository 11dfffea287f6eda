import TestSupport

/// A JSON value that a test drew.
indirect enum DrawnValue {
  case null
  case bool(Bool)
  /// Any integer of 64 bits, with or without a sign.
  case integer(Int128)
  case double(Double)
  case string(String)
  case list([DrawnValue])
  /// The members in their order; a key may come twice.
  case object([(key: String, value: DrawnValue)])

  /// The JSON text, as a server might write it.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "\(integer)"
    case .double(let double): "\(double)"
    case .string(let string): Self.quoted(string)
    case .list(let elements): "[\(elements.map(\.text).joined(separator: " ,"))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.key)): \($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ string: String) -> String {
    let escaped = string.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0": "\\u0000"
      default: "\(scalar)"
      }
    }
    return "\"\(escaped.joined())\""
  }
}

extension DrawnValue {
  private static let texts = ["", "x", "née", "a\"b\\", "😀", "\0", "0123456789", "null"]
  private static let keys = ["id", "name", "née", "a\0b", "", "x"]
  private static let limits: [Int128] = [
    1 << 53, (1 << 53) + 1, -(1 << 53), -(1 << 53) - 1, (1 << 63) - 1, 1 << 63, -(1 << 63), (1 << 64) - 1,
  ]

  static func anyInteger(_ generator: inout SeededGenerator) -> DrawnValue {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .integer(limits.randomElement(using: &generator) ?? 0)
    case 1: .integer(Int128(Int64.random(in: .min ... .max, using: &generator)))
    default: .integer(Int128(Int.random(in: -5...5, using: &generator)))
    }
  }

  static func anyDouble(_ generator: inout SeededGenerator) -> DrawnValue {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      .double([0.1, -0.0, 1e300, .leastNonzeroMagnitude, 9_007_199_254_740_994].randomElement(using: &generator) ?? 0)
    default: .double(Double(Int.random(in: -99...99, using: &generator)) / 4)
    }
  }

  static func anyString(_ generator: inout SeededGenerator) -> DrawnValue {
    .string(texts.randomElement(using: &generator) ?? "")
  }

  /// Anything; at most so deep.
  static func any(_ generator: inout SeededGenerator, depth: Int = 3) -> DrawnValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: .null
    case 1: .bool(.random(using: &generator))
    case 2, 3: anyInteger(&generator)
    case 4: anyDouble(&generator)
    case 5: anyString(&generator)
    case 6: .list(some(upTo: 3, &generator) { any(&$0, depth: depth - 1) })
    default: .object(members(&generator, depth: depth - 1))
    }
  }

  private static func members(
    _ generator: inout SeededGenerator, depth: Int
  ) -> [(key: String, value: DrawnValue)] {
    let drawn = some(upTo: 3, &generator) { (keys.randomElement(using: &$0) ?? "", any(&$0, depth: depth)) }
    // A key twice is rarer than that.
    guard !generator.chance(1, of: 10) else { return drawn }
    return drawn.enumerated().filter { index, member in !drawn[..<index].contains { $0.0 == member.0 } }.map(\.element)
  }

  static func some<Element>(
    upTo most: Int, _ generator: inout SeededGenerator, _ draw: (inout SeededGenerator) -> Element
  ) -> [Element] {
    (0..<Int.random(in: 0...most, using: &generator)).map { _ in draw(&generator) }
  }
}

extension DrawnValue {
  /// A row whose columns mostly have one type, so that not all columns become text.
  static func row(_ generator: inout SeededGenerator) -> DrawnValue {
    guard !generator.chance(1, of: 12) else { return .null }
    let columns: [(String, (inout SeededGenerator) -> DrawnValue)] = [
      ("id", { anyInteger(&$0) }),
      ("name", { $0.chance(1, of: 4) ? .null : anyString(&$0) }),
      ("price", { $0.chance(1, of: 3) ? .integer(Int128(Int.random(in: -9...9, using: &$0))) : anyDouble(&$0) }),
      ("large", { $0.chance(1, of: 2) ? .double(0.5) : .integer(limits.randomElement(using: &$0) ?? 0) }),
      ("flag", { $0.chance(1, of: 4) ? .null : .bool(.random(using: &$0)) }),
      ("tags", { $0.chance(1, of: 5) ? .null : .list(some(upTo: 3, &$0) { anyString(&$0) }) }),
      ("lines", { .list(some(upTo: 3, &$0) { line(&$0) }) }),
      ("any", { any(&$0) }),
    ]
    return .object(
      columns.filter { _ in generator.chance(2, of: 3) }.map { (key: $0.0, value: $0.1(&generator)) })
  }

  private static func line(_ generator: inout SeededGenerator) -> DrawnValue {
    var members: [(key: String, value: DrawnValue)] = []
    if generator.chance(2, of: 3) {
      members.append(("count", .integer(Int128(Int.random(in: 0...9, using: &generator)))))
    }
    if generator.chance(1, of: 2) { members.append(("deep", .list(some(upTo: 2, &generator) { anyDouble(&$0) }))) }
    return generator.chance(1, of: 8) ? .null : .object(members)
  }
}
