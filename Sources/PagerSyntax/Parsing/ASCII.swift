/// The bytes that the GraphQL grammar names.
enum ASCII {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let hash = UInt8(ascii: "#")
  static let comma = UInt8(ascii: ",")
  static let dot = UInt8(ascii: ".")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let zero = UInt8(ascii: "0")
}

extension UInt8 {
  /// `0` to `9`.
  var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

  /// A letter or `_`: what a name starts with.
  var startsName: Bool {
    // Setting bit 5 folds the capital letters onto the small ones.
    (UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "z")) || self == UInt8(ascii: "_")
  }

  /// A letter, `_` or a digit: what a name continues with.
  var continuesName: Bool { startsName || isDigit }

  /// Space or tab.
  var isWhiteSpace: Bool { self == ASCII.space || self == ASCII.tab }

  /// LF or CR.
  var isLineTerminator: Bool { self == ASCII.lineFeed || self == ASCII.carriageReturn }

  /// A control character other than tab, LF and CR: in no GraphQL text, not even in a comment or a string.
  var isForbiddenControl: Bool { self < ASCII.space && self != ASCII.tab && !isLineTerminator }

  /// A second or later byte of a Unicode scalar in UTF-8.
  var continuesScalar: Bool { self & 0xC0 == 0x80 }

  /// The value of a hexadecimal digit, or nil.
  var hexadecimalValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

extension String {
  /// Whether it is a name as GraphQL has them: letters, digits and `_`, and no digit first.
  package var isName: Bool {
    utf8.first?.startsName == true && utf8.allSatisfy(\.continuesName)
  }
}
