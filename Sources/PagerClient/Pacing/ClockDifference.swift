/// How much more a clock that only goes forward shows than the time of day, in milliseconds.
///
/// The two are read one after the other, and the system corrects the time of day little by little. Small changes do not
/// count: a reset that a server names in many answers is then one moment.
struct ClockDifference: Sendable {
  private static let smallest: Int64 = 500
  private var current: Int64?

  /// Takes the newest difference, and returns the difference to use.
  mutating func note(_ difference: Int64) -> Int64 {
    if let current, abs(difference - current) < Self.smallest { return current }
    current = difference
    return difference
  }
}
