/// An integer of any length. Servers write integers beyond 64 bits as numbers or as strings of digits.
package struct WholeNumber: Sendable, Hashable {
  /// The most bytes of its text.
  static let longest = 1_000

  private enum Value: Sendable, Hashable {
    case small(Int64)
    /// Beyond `Int64`. The digits have no leading zeros.
    case large(isNegative: Bool, digits: [UInt8])
  }

  private let value: Value

  private init(_ value: Value) {
    self.value = value
  }

  init(_ number: Int64) {
    value = .small(number)
  }

  /// The number, if it has no more than 64 bits.
  var int64: Int64? { if case .small(let number) = value { number } else { nil } }

  var isNegative: Bool {
    switch value {
    case .small(let number): number < 0
    case .large(let isNegative, _): isNegative
    }
  }

  /// Reads digits with an optional minus sign, and perhaps a fraction of zeros; nil for anything else.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= Self.longest else { return nil }
    let isNegative = text.first == UInt8(ascii: "-")
    var digits = text[(isNegative ? 1 : 0)...]
    if let point = digits.firstIndex(of: UInt8(ascii: ".")) {
      let fraction = digits[(point + 1)...]
      guard !fraction.isEmpty, fraction.allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
      digits = digits[..<point]
    }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    self.init(isNegative: isNegative, digits: digits)
  }

  init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8({ WholeNumber($0) }) else { return nil }
    self = number
  }

  private init(isNegative: Bool, digits: some Collection<UInt8>) {
    var number: Int64 = 0
    for digit in digits {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let units = Int64(digit - UInt8(ascii: "0"))
      let (sum, isTooLargeToo) = product.addingReportingOverflow(isNegative ? -units : units)
      guard !isTooLarge, !isTooLargeToo else {
        value = .large(isNegative: isNegative, digits: Array(digits.drop { $0 == UInt8(ascii: "0") }))
        return
      }
      number = sum
    }
    value = .small(number)
  }

  /// The number minus another that is not negative.
  func lowered(by amount: Int64) -> WholeNumber {
    switch value {
    case .small(let number):
      let (difference, isTooSmall) = number.subtractingReportingOverflow(amount)
      guard isTooSmall else { return WholeNumber(difference) }
      let digits = Self.sum(Array("\(number.magnitude)".utf8), Array("\(amount)".utf8))
      return WholeNumber(isNegative: true, digits: digits)
    case .large(true, let digits):
      return WholeNumber(isNegative: true, digits: Self.sum(digits, Array("\(amount)".utf8)))
    case .large(false, let digits):
      // A number beyond 64 bits is larger than any amount.
      return WholeNumber(isNegative: false, digits: Self.difference(digits, Array("\(amount)".utf8)))
    }
  }

  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    var carry: UInt8 = 0
    for place in 0..<max(left.count, right.count) {
      let sum = units(left, place) + units(right, place) + carry
      digits.append(sum % 10 + UInt8(ascii: "0"))
      carry = sum / 10
    }
    if carry > 0 { digits.append(carry + UInt8(ascii: "0")) }
    return digits.reversed()
  }

  /// - Parameter right: a number that is not larger than `left`.
  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    var borrowed: UInt8 = 0
    for place in 0..<left.count {
      let less = units(right, place) + borrowed
      let unit = units(left, place)
      borrowed = unit < less ? 1 : 0
      digits.append(unit + borrowed * 10 - less + UInt8(ascii: "0"))
    }
    return digits.reversed()
  }

  /// The digit in a place, counted from the last one.
  private static func units(_ digits: [UInt8], _ place: Int) -> UInt8 {
    place < digits.count ? digits[digits.count - 1 - place] - UInt8(ascii: "0") : 0
  }
}

extension WholeNumber: Comparable {
  package static func < (left: WholeNumber, right: WholeNumber) -> Bool {
    switch (left.value, right.value) {
    case (.small(let left), .small(let right)): left < right
    case (.small, .large(let isNegative, _)): !isNegative
    case (.large(let isNegative, _), .small): isNegative
    case (.large(let isNegative, let left), .large(let isOtherNegative, let right)):
      if isNegative != isOtherNegative {
        isNegative
      } else {
        isNegative ? isLess(right, left) : isLess(left, right)
      }
    }
  }

  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }
}

extension WholeNumber: CustomStringConvertible {
  package var description: String {
    switch value {
    case .small(let number): "\(number)"
    case .large(let isNegative, let digits): (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
