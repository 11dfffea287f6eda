/// A date, or a date with a time, as ISO 8601 writes them: `2026-11-22`, `2026-11-22T12:25:00.5Z`, `… +01:00`.
///
/// Between date and time is `T`, `t` or a space. The seconds are optional, and have up to nine digits after the point
/// (further digits must be zeros). A zone is `Z`, `z`, `+hh:mm`, `+hhmm` or `+hh`.
struct Moment {
  /// Since 1970-01-01, in the calendar of today for all times.
  private let days: Int64
  /// Of the day, as written.
  private let seconds: Int64
  private let nanoseconds: Int64
  private let hasTime: Bool
  /// How far the zone is ahead of UTC, in seconds; nil if none is written.
  private let offset: Int64?

  struct MomentError: Error {
    let message: String
  }

  init(parsing text: UnsafeBufferPointer<UInt8>) throws(MomentError) {
    var reader = MomentReader(text: text)
    guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"),
      let day = reader.digits(2), let days = Self.days(year: year, month: month, day: day)
    else { throw Self.malformed }
    self.days = days
    guard !reader.isAtEnd else {
      (seconds, nanoseconds, hasTime, offset) = (0, 0, false, nil)
      return
    }
    guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.digits(2), hour < 24,
      reader.take(":"), let minute = reader.digits(2), minute < 60
    else { throw Self.malformed }
    var second: Int64 = 0
    var fraction: Int64 = 0
    if reader.take(":") {
      guard let digits = reader.digits(2) else { throw Self.malformed }
      guard digits < 60 else {
        throw MomentError(message: "a timestamp has no leap seconds, nor more than 59")
      }
      second = digits
      if reader.take(".") || reader.take(",") {
        guard let digits = reader.fraction() else {
          throw MomentError(message: "a fraction of a second has one to nine digits")
        }
        fraction = digits
      }
    }
    seconds = hour * 3_600 + minute * 60 + second
    nanoseconds = fraction
    hasTime = true
    guard !reader.isAtEnd else {
      offset = nil
      return
    }
    guard let offset = reader.zone(), reader.isAtEnd else { throw Self.malformed }
    self.offset = offset
  }

  private static let malformed = MomentError(
    message: "it is neither a date like 2026-11-22 nor a timestamp like 2026-11-22T12:25:00Z")

  /// Days since 1970-01-01.
  func date() throws(MomentError) -> Int32 {
    guard !hasTime else { throw MomentError(message: "it has a time, which the type date would drop; use timestamp") }
    return Int32(truncatingIfNeeded: days)
  }

  /// The moment in units since 1970-01-01T00:00:00.
  func timestamp(_ type: ColumnType.Timestamp) throws(MomentError) -> Int64 {
    guard (offset != nil) == type.isUTC else {
      let other = ColumnType.Timestamp(unit: type.unit, isUTC: !type.isUTC).name
      let message = type.isUTC ? "it has no zone" : "it has a zone, which the type would drop"
      throw MomentError(message: "\(message); use the type \(other)")
    }
    let whole = days * 86_400 + seconds - (offset ?? 0)
    switch type.unit {
    case .microseconds:
      guard nanoseconds % 1_000 == 0 else {
        throw MomentError(message: "it is finer than a microsecond; use the type \(type.name)_ns")
      }
      return whole * 1_000_000 + nanoseconds / 1_000
    case .nanoseconds:
      // Before 1970 the fraction goes the other way, so that the smallest value does not overflow on the way.
      let (floor, rest) = whole < 0 ? (whole + 1, nanoseconds - 1_000_000_000) : (whole, nanoseconds)
      let (product, isTooLarge) = floor.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, isOver) = product.addingReportingOverflow(rest)
      guard !isTooLarge, !isOver else {
        throw MomentError(message: "nanoseconds reach only from 1677 to 2262; use the type without _ns")
      }
      return sum
    }
  }

  /// The day's number, by the calendar; nil if there is no such day.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
    guard (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length: Int64 =
      switch month {
      case 2: isLeap ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    guard day <= length else { return nil }
    // Years from March on, so that the leap day is the last. After Howard Hinnant's days_from_civil.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
