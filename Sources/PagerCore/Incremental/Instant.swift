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

  /// The moment so many milliseconds before, but not before the year 0.
  func earlier(by milliseconds: Int64) -> Instant {
    let rest = nanoseconds - Int32(milliseconds % 1_000) * 1_000_000
    let (whole, isTooEarly) = seconds.subtractingReportingOverflow(milliseconds / 1_000 + (rest < 0 ? 1 : 0))
    guard !isTooEarly, whole >= Self.yearZero else { return Instant(seconds: Self.yearZero, form: form) }
    return Instant(seconds: whole, nanoseconds: rest < 0 ? rest + 1_000_000_000 : rest, form: form)
  }

  private static let yearZero = Instant.days(year: 0, month: 1, day: 1) * 86_400
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
  /// Reads a time; nil for any other text.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var text = TimeText(text)
    guard let year = text.number(4), text.skip("-"), let month = text.number(2), text.skip("-"),
      let day = text.number(2), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year)
    else { return nil }
    let midnight = Self.days(year: Int64(year), month: Int64(month), day: Int64(day)) * 86_400
    if text.isAtEnd {
      self.init(seconds: midnight, form: .date)
      return
    }
    guard text.skip("T") || text.skip("t") || text.skip(" "), let hour = text.number(2), hour < 24, text.skip(":"),
      let minute = text.number(2), minute < 60
    else { return nil }
    var second = 0
    var nanoseconds: Int32 = 0
    if text.skip(":") {
      // A leap second is the first one of the next minute.
      guard let given = text.number(2), given <= 60 else { return nil }
      second = given
      if text.skip(".") || text.skip(",") {
        guard let fraction = text.fraction() else { return nil }
        nanoseconds = fraction
      }
    }
    let local = midnight + Int64(hour * 3_600 + minute * 60 + second)
    if text.isAtEnd {
      self.init(seconds: local, nanoseconds: nanoseconds, form: .withoutOffset)
      return
    }
    guard let offset = text.offset(), text.isAtEnd else { return nil }
    self.init(seconds: local - Int64(offset), nanoseconds: nanoseconds, form: .withOffset)
  }

  init?(_ text: String) {
    var text = text
    guard let instant = text.withUTF8({ Instant($0) }) else { return nil }
    self = instant
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// The days from 1970 to a date of the Gregorian calendar.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    // Years begin in March, so that the leap day comes last.
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// The parts of a time text, one after the other.
private struct TimeText {
  private let text: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  var isAtEnd: Bool { place == text.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// A number of so many digits.
  mutating func number(_ count: Int) -> Int? {
    guard text.count - place >= count else { return nil }
    var number = 0
    for _ in 0..<count {
      guard text[place].isDigit else { return nil }
      number = number * 10 + Int(text[place] - UInt8(ascii: "0"))
      place += 1
    }
    return number
  }

  /// The digits of a fraction of a second, in nanoseconds.
  mutating func fraction() -> Int32? {
    var nanoseconds: Int32 = 0
    var count = 0
    while place < text.count, text[place].isDigit {
      if count < 9 { nanoseconds = nanoseconds * 10 + Int32(text[place] - UInt8(ascii: "0")) }
      count += 1
      place += 1
    }
    guard count > 0 else { return nil }
    while count < 9 {
      nanoseconds *= 10
      count += 1
    }
    return nanoseconds
  }

  /// How many seconds local time is ahead of UTC.
  mutating func offset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(2), hours < 24 else { return nil }
    _ = skip(":")
    let minutes = isAtEnd ? 0 : number(2)
    guard let minutes, minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (isBehind ? -1 : 1)
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

  /// The part of the second in 3, 6 or 9 digits; empty if there is none.
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
    let days = Self.days(year: year, month: Int64(month) + 1, day: day)
    self.init(seconds: days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2])
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
