import PagerBytes

/// A moment, as a time text of a server names it (RFC 3339, and what ISO 8601 allows beside it).
///
/// A date alone is its first moment. A time without an offset counts as UTC. Digits beyond the nanosecond do not count.
package struct Instant: Sendable {
  /// Since 1970, without leap seconds.
  let seconds: Int64
  let nanoseconds: Int32
  let form: Form

  /// How the text was written. A moment that is computed from it is written alike.
  enum Form: UInt8, Sendable {
    case date, withoutOffset, withOffset
  }

  init(seconds: Int64, nanoseconds: Int32 = 0, form: Form = .withOffset) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.form = form
  }

  /// The moment this many milliseconds before, but not before the year 0.
  func earlier(by milliseconds: Int64) -> Instant {
    let rest = nanoseconds - Int32(milliseconds % 1_000) * 1_000_000
    let (whole, isTooEarly) = seconds.subtractingReportingOverflow(milliseconds / 1_000 + (rest < 0 ? 1 : 0))
    guard !isTooEarly, whole >= Self.yearZero else { return Instant(seconds: Self.yearZero, form: form) }
    return Instant(seconds: whole, nanoseconds: rest < 0 ? rest + 1_000_000_000 : rest, form: form)
  }

  /// The moment this many seconds after.
  func later(bySeconds count: Int64) -> Instant {
    let (whole, isTooLate) = seconds.addingReportingOverflow(count)
    return Instant(seconds: isTooLate ? .max : whole, nanoseconds: nanoseconds, form: form)
  }

  private static let yearZero = TimeText.days(year: 0, month: 1, day: 1) * 86_400
}

extension Instant: Comparable {
  package static func == (left: Instant, right: Instant) -> Bool {
    left.seconds == right.seconds && left.nanoseconds == right.nanoseconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.seconds == right.seconds ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
  }
}

// MARK: Reading

extension Instant {
  /// Reads a time; nil for any other text. A leap second is the first one of the next minute.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let text = TimeText(text) else { return nil }
    self.init(
      seconds: text.days * 86_400 + text.seconds - (text.offset ?? 0), nanoseconds: Int32(text.nanoseconds),
      form: text.offset != nil ? .withOffset : text.hasTime ? .withoutOffset : .date)
  }

  init?(_ text: String) {
    var text = text
    guard let instant = text.withUTF8({ Instant($0) }) else { return nil }
    self = instant
  }
}

// MARK: Writing

extension Instant: CustomStringConvertible {
  /// The moment in UTC, in its form.
  package var description: String {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let second = seconds - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    if form == .date { return date }
    let time =
      "\(Self.padded(second / 3_600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))"
    return "\(date)T\(time)\(fraction)\(form == .withOffset ? "Z" : "")"
  }

  /// The part of the second in 3, 6 or 9 digits; empty for a whole second.
  private var fraction: String {
    if nanoseconds == 0 { return "" }
    let digits = Self.padded(Int64(nanoseconds), 9)
    if nanoseconds % 1_000 != 0 { return "." + digits }
    return "." + digits.prefix(nanoseconds % 1_000_000 == 0 ? 3 : 6)
  }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

// MARK: The date of an answer

extension Instant {
  /// Reads the value of a `Date` header, like `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110); nil for any other text.
  init?(httpDate text: String) {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]),
      let month = Self.months.firstIndex(of: parts[2]), let year = Int64(parts[3]), (1...31).contains(day),
      (0...9_999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock[2]) else {
      return nil
    }
    let days = TimeText.days(year: year, month: Int64(month) + 1, day: day)
    self.init(seconds: days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2])
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
