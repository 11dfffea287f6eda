import PagerBytes
import PagerJSON

/// The checksum of a line of a recording: its first member, with which the line begins.
///
///     {"checksum":"0123456789abcdef","request":…}
///
/// It covers the rest of the line, byte for byte. A line without one is read as it is: people write lines by hand, and
/// take the checksum out of lines that they change.
enum LineChecksum {
  static let key = "checksum"
  private static let opening = Array("{\"\(key)\":\"".utf8)
  private static let closing = Array("\",".utf8)
  /// The hexadecimal digits of 64 bits.
  private static let digits = 16

  /// A line for an object that has members.
  static func line(_ object: [UInt8]) -> [UInt8] {
    let members = object.dropFirst()
    var line = opening
    line.reserveCapacity(opening.count + digits + closing.count + members.count + 1)
    line += members.withUnsafeBytes { sum($0) }.hexadecimalDigits
    line += closing
    line += members
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Whether a line has a checksum. Its name may be damaged: no other member that a line begins with looks so.
  static func isIn(_ line: JSONNode) -> Bool {
    if line[key] != nil { return true }
    var members = line.members
    guard let text = members.next()?.value.string else { return false }
    return text.utf8.count == digits && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  /// Whether the checksum of a line that has one is right.
  static func isRight(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    let rest = line.dropFirst(opening.count + digits)
    guard line.starts(with: opening), rest.starts(with: closing) else { return false }
    let members = UnsafeRawBufferPointer(rebasing: rest.dropFirst(closing.count))
    return line.dropFirst(opening.count).prefix(digits).elementsEqual(sum(members).hexadecimalDigits)
  }

  private static func sum(_ members: UnsafeRawBufferPointer) -> UInt64 {
    var hash = StableHash()
    hash.combineWords(members)
    return hash.value
  }
}
