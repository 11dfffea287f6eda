/// Which fields make the key of an object: those of its type, or else those of all types.
package struct KeyFields: Sendable, Hashable {
  /// For types without their own entry; empty: they have no keys.
  package var common: [String]
  /// By type; an empty list: its objects have no keys.
  package var byType: [String: [String]]

  package init(common: [String] = ["id"], byType: [String: [String]] = [:]) {
    self.common = common
    self.byType = byType
  }

  func names(for type: String) -> [String]? {
    let names = byType[type] ?? common
    return names.isEmpty ? nil : names
  }

  /// Adds a string to a key of several parts.
  ///
  /// `a+b` and `c` make a different key from `a` and `b+c`, and the string `"3"` a different key from the number 3. A
  /// backslash precedes each `+` and backslash of a string, and a string that looks like a number.
  static func append(_ part: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
    if isNumber(part) { key.append(UInt8(ascii: "\\")) }
    for byte in part {
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "+") { key.append(UInt8(ascii: "\\")) }
      key.append(byte)
    }
  }

  /// Whether a text is a number as JSON writes it.
  private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    func skip(_ isWanted: (UInt8) -> Bool) -> Bool {
      guard let first = rest.first, isWanted(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func skipDigits() -> Bool {
      let count = rest.count
      while skip({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {}
      return rest.count < count
    }
    _ = skip { $0 == UInt8(ascii: "-") }
    guard skip({ $0 == UInt8(ascii: "0") }) || skipDigits() else { return false }
    if skip({ $0 == UInt8(ascii: ".") }), !skipDigits() { return false }
    if skip({ $0 | 0x20 == UInt8(ascii: "e") }) {
      _ = skip { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      guard skipDigits() else { return false }
    }
    return rest.isEmpty
  }
}
