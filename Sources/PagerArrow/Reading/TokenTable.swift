import CSimdjson
import PagerJSON

/// The tokens of a text that is being read. Reads here happen once for each value, so they access the tokens directly.
///
/// Valid only inside the closure that the reader calls.
struct TokenTable {
  let text: UnsafePointer<csimdjson_text>

  init(of node: JSONNode) {
    text = node.tokens
  }

  /// The first byte of the token's value, which says what it is.
  @inline(__always)
  func byte(_ token: UInt32) -> UInt8 {
    text.pointee.bytes[Int(text.pointee.offsets[Int(token)])]
  }

  /// The token after the value that begins at this one.
  @inline(__always)
  func end(_ token: UInt32) -> UInt32 {
    byte(token) | 0x20 == UInt8(ascii: "{") ? text.pointee.links[Int(token)] + 1 : token + 1
  }

  /// The token that closes the object or array opened by this one.
  @inline(__always)
  func closing(_ token: UInt32) -> UInt32 {
    text.pointee.links[Int(token)]
  }

  /// The number of elements of an array.
  func count(_ token: UInt32) -> Int {
    Int(csimdjson_count(text, token))
  }

  /// The bytes of a string, unescaped.
  @inline(__always)
  func string(_ token: UInt32) -> UnsafeBufferPointer<UInt8> {
    var length: UInt32 = 0
    let start = csimdjson_string(text, token, &length)
    return UnsafeBufferPointer(start: start, count: Int(length))
  }

  /// What a number is, and its bits.
  @inline(__always)
  func number(_ token: UInt32) -> (type: UInt8, bits: UInt64) {
    var bits: UInt64 = 0
    let type = csimdjson_number(text, token, &bits)
    return (UInt8(bitPattern: type), bits)
  }

  /// The value's text, as the server sent it.
  func rawText(_ token: UInt32) -> UnsafeBufferPointer<UInt8> {
    let range = JSONNode(tokens: text, token: token).range
    return UnsafeBufferPointer(start: text.pointee.bytes + range.lowerBound, count: range.count)
  }
}

/// The types of a number that are integers.
enum NumberType {
  static let signed = UInt8(ascii: "l")
  static let unsigned = UInt8(ascii: "u")
}

/// A double holds every whole number up to this one exactly.
let largestExactInteger: UInt64 = 1 << 53
