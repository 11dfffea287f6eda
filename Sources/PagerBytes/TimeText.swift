/// A date, or a date with a time, as ISO 8601 writes them: `2026-11-22`, `2026-11-22T12:25:00.5Z`, `… +01:00`.
///
/// Between date and time is `T`, `t` or a space. The seconds are optional. A zone is `Z`, `z`, `+hh:mm`, `+hhmm` or
/// `+hh`.
package struct TimeText {
  /// The date, in days since 1970-01-01, in the calendar of today for all times.
  package let days: Int64
  /// The seconds of the day as written: in a leap second, those of the next minute.
  package private(set) var seconds: Int64 = 0
  package private(set) var nanoseconds: Int64 = 0
  package private(set) var hasTime = false
  package private(set) var isLeapSecond = false
  /// Whether the text has digits beyond the nanosecond that are not zeros.
  package private(set) var isCutOff = false
  /// How far the zone is ahead of UTC, in seconds; nil for a text without a zone.
  package private(set) var offset: Int64?

  /// Reads a text; nil for any other text.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var text = Reader(bytes: bytes)
    guard let year = text.digits(4), text.skip("-"), let month = text.digits(2), text.skip("-"),
      let day = text.digits(2), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year)
    else { return nil }
    days = Self.days(year: year, month: month, day: day)
    guard !text.isAtEnd else { return }
    guard text.skip("T") || text.skip("t") || text.skip(" "), readTime(&text) else { return nil }
    guard !text.isAtEnd else { return }
    guard let offset = text.zone(), text.isAtEnd else { return nil }
    self.offset = offset
  }

  private mutating func readTime(_ text: inout Reader) -> Bool {
    guard let hour = text.digits(2), hour < 24, text.skip(":"), let minute = text.digits(2), minute < 60 else {
      return false
    }
    hasTime = true
    seconds = hour * 3_600 + minute * 60
    guard text.skip(":") else { return true }
    guard let second = text.digits(2), second <= 60 else { return false }
    seconds += second
    isLeapSecond = second == 60
    guard text.skip(".") || text.skip(",") else { return true }
    guard let fraction = text.fraction() else { return false }
    (nanoseconds, isCutOff) = fraction
    return true
  }

  private static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// The days from 1970 to a date of the Gregorian calendar. After Howard Hinnant's `days_from_civil`.
  package static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    // Years begin in March, so that the leap day comes last.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// The parts of the text, one after the other.
private struct Reader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Whether the next character is this one, which is then skipped.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// A number of exactly so many digits.
  mutating func digits(_ count: Int) -> Int64? {
    guard bytes.count - position >= count else { return nil }
    var number: Int64 = 0
    for _ in 0..<count {
      guard let digit = nextDigit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// The digits behind a point, as nanoseconds, and whether there are finer ones than zeros.
  mutating func fraction() -> (nanoseconds: Int64, isCutOff: Bool)? {
    let start = position
    var nanoseconds: Int64 = 0
    var isCutOff = false
    var scale: Int64 = 100_000_000
    while let digit = nextDigit() {
      nanoseconds += digit * scale
      isCutOff = isCutOff || (scale == 0 && digit != 0)
      scale /= 10
    }
    return position > start ? (nanoseconds, isCutOff) : nil
  }

  /// How far a zone is ahead of UTC, in seconds.
  mutating func zone() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = digits(2), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if !isAtEnd {
      _ = skip(":")
      guard let written = digits(2), written < 60 else { return nil }
      minutes = written
    }
    let offset = hours * 3_600 + minutes * 60
    return isBehind ? -offset : offset
  }

  private mutating func nextDigit() -> Int64? {
    guard position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 else { return nil }
    defer { position += 1 }
    return Int64(digit)
  }
}
