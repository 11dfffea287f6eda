import PagerBytes

/// A date, or a date with a time, as ``TimeText`` reads them, without leap seconds and with nine digits of a second at
/// most (further digits must be zeros).
struct Moment {
  private let text: TimeText

  struct MomentError: Error {
    let message: String
  }

  init(parsing bytes: UnsafeBufferPointer<UInt8>) throws(MomentError) {
    guard let text = TimeText(bytes) else { throw Self.malformed }
    guard !text.isLeapSecond else { throw MomentError(message: "a timestamp has no leap seconds") }
    guard !text.isCutOff else { throw MomentError(message: "a fraction of a second has one to nine digits") }
    self.text = text
  }

  private static let malformed = MomentError(
    message: "it is neither a date like 2026-11-22 nor a timestamp like 2026-11-22T12:25:00Z")

  /// Days since 1970-01-01.
  func date() throws(MomentError) -> Int32 {
    guard !text.hasTime else {
      throw MomentError(message: "it has a time, which the type date would drop; use timestamp")
    }
    return Int32(truncatingIfNeeded: text.days)
  }

  /// The moment in units since 1970-01-01T00:00:00.
  func timestamp(_ type: ColumnType.Timestamp) throws(MomentError) -> Int64 {
    guard (text.offset != nil) == type.isUTC else {
      let other = ColumnType.Timestamp(unit: type.unit, isUTC: !type.isUTC).name
      let message = type.isUTC ? "it has no zone" : "it has a zone, which the type would drop"
      throw MomentError(message: "\(message); use the type \(other)")
    }
    let whole = text.days * 86_400 + text.seconds - (text.offset ?? 0)
    let nanoseconds = text.nanoseconds
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
}
