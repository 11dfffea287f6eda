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
    addWords(bytes)
    add(word: UInt64(bytes.count))
  }

  /// Adds bytes, eight at a time, without their number.
  package mutating func addWords(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    while offset < bytes.count {
      add(bytes[offset])
      offset += 1
    }
  }

  /// Adds the next eight bytes, the first one in the lowest place.
  package mutating func add(word: UInt64) {
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
  package var hexadecimalDigits: [UInt8] {
    let (high, low) = hexadecimalWords
    return [UInt8](unsafeUninitializedCapacity: 16) { memory, count in
      let bytes = UnsafeMutableRawBufferPointer(memory)
      bytes.storeBytes(of: high.littleEndian, as: UInt64.self)
      bytes.storeBytes(of: low.littleEndian, toByteOffset: 8, as: UInt64.self)
      count = 16
    }
  }

  /// The same as two words of eight digits, the first digit in the lowest place.
  package var hexadecimalWords: (high: UInt64, low: UInt64) {
    (Self.digits(of: UInt32(truncatingIfNeeded: self >> 32)), Self.digits(of: UInt32(truncatingIfNeeded: self)))
  }

  /// All eight digits at once: a generic map took 1,130 instructions for each fingerprint, and a token has hundreds.
  private static func digits(of half: UInt32) -> UInt64 {
    // Four bits into each byte, the lowest ones into the lowest byte.
    var values = UInt64(half)
    values = (values | values << 16) & 0x0000_ffff_0000_ffff
    values = (values | values << 8) & 0x00ff_00ff_00ff_00ff
    values = (values | values << 4) & 0x0f0f_0f0f_0f0f_0f0f
    // One in each byte that is to be a letter.
    let letters = ((values &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    let distance = UInt64(UInt8(ascii: "a") - 10 - UInt8(ascii: "0"))
    return (values &+ 0x3030_3030_3030_3030 &+ letters &* distance).byteSwapped
  }

  /// Reads what ``hexadecimal`` wrote; nil for anything else.
  package init?(hexadecimal text: some StringProtocol) {
    var text = String(text)
    guard let value = text.withUTF8({ UInt64(hexadecimalDigits: $0) }) else { return nil }
    self = value
  }

  /// Reads what ``hexadecimalDigits`` has; nil for anything else.
  package init?(hexadecimalDigits digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count == 16 else { return nil }
    self = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = self << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): self = self << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
  }
}
