/// The parts of an ISO 8601 text, one after the other.
struct MomentReader {
  let text: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { position == text.count }

  /// Whether the next character is this one, which is taken then.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// A number of exactly so many digits.
  mutating func digits(_ count: Int) -> Int64? {
    guard text.count - position >= count else { return nil }
    var number: Int64 = 0
    for index in position..<position + count {
      guard let digit = digit(at: index) else { return nil }
      number = number * 10 + digit
    }
    position += count
    return number
  }

  /// The digits behind a point, in billionths. More than nine have to be zeros.
  mutating func fraction() -> Int64? {
    let start = position
    var number: Int64 = 0
    var scale: Int64 = 100_000_000
    while position < text.count, let digit = digit(at: position) {
      guard scale > 0 || digit == 0 else { return nil }
      number += digit * scale
      scale /= 10
      position += 1
    }
    return position > start ? number : nil
  }

  /// How far a zone is ahead of UTC, in seconds.
  mutating func zone() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let isBehind = take("-")
    guard isBehind || take("+"), let hours = digits(2), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if !isAtEnd {
      _ = take(":")
      guard let written = digits(2), written < 60 else { return nil }
      minutes = written
    }
    let offset = hours * 3_600 + minutes * 60
    return isBehind ? -offset : offset
  }

  private func digit(at index: Int) -> Int64? {
    let digit = text[index] &- UInt8(ascii: "0")
    return digit < 10 ? Int64(digit) : nil
  }
}
