/// A hash that is the same in every process: FNV-1a with 64 bits, its bits mixed at the end.
///
/// It distinguishes values that differ by accident. An attacker can make two values with one hash.
package struct StableHash: Sendable, Hashable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// Adds bytes, and their end.
  // Not generic: a generic function, called from another module, would take a hundred times as long.
  package mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { add(byte) }
    combine(UInt64(bytes.count))
  }

  package mutating func combine(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { combine($0) }
  }

  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine($0) }
  }

  package mutating func combine(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Adds bytes and their number, eight at a time: several times as fast as ``combine(_:)``, and another value. No two
  /// texts that differ in one word have the same.
  package mutating func combineWords(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    while offset < bytes.count {
      add(bytes[offset])
      offset += 1
    }
    add(word: UInt64(bytes.count))
  }

  private mutating func add(word: UInt64) {
    state = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
    state ^= state >> 32
  }

  private mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  package var value: UInt64 {
    var value = state
    value = (value ^ (value >> 33)) &* 0xff51_afd7_ed55_8ccd
    value = (value ^ (value >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return value ^ (value >> 33)
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  package var hexadecimal: String { String(decoding: hexadecimalDigits, as: UTF8.self) }

  /// The same as bytes, the highest digit first.
  package var hexadecimalDigits: some Collection<UInt8> {
    stride(from: 60, through: 0, by: -4).lazy.map { shift in
      let digit = UInt8(truncatingIfNeeded: self >> UInt64(shift)) & 0xf
      return digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
  }

  /// Reads what ``hexadecimal`` wrote; nil for anything else.
  package init?(hexadecimal text: some StringProtocol) {
    guard text.utf8.count == 16, text.utf8.allSatisfy(\.isHexadecimalDigit) else { return nil }
    self.init(text, radix: 16)
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
