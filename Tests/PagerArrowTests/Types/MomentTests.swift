import Testing

@testable import PagerArrow

/// Dates and timestamps.
struct MomentTests {
  private static let utc = ColumnType.Timestamp(unit: .microseconds, isUTC: true)
  private static let local = ColumnType.Timestamp(unit: .microseconds, isUTC: false)
  private static let fine = ColumnType.Timestamp(unit: .nanoseconds, isUTC: true)

  private func moment(_ text: String) throws -> Moment {
    try Array(text.utf8).withUnsafeBufferPointer { try Moment(parsing: $0) }
  }

  @Test(
    "A text with a zone is a moment in UTC",
    arguments: [
      ("1970-01-01T00:00:00Z", 0),
      ("1970-01-01T01:00:00+01:00", 0),
      ("1969-12-31T20:30:00-0330", 0),
      ("1970-01-01t00:00z", 0),
      ("1970-01-01 00:00:01.5+00", 1_500_000),
      ("1969-12-31T23:59:59.999999Z", -1),
      ("2000-02-29T00:00:00Z", 951_782_400_000_000),
      ("2026-11-22T12:25:00.123456000Z", 1_795_350_300_123_456),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
      ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
    ])
  func zoned(text: String, microseconds: Int64) throws {
    #expect(try moment(text).timestamp(Self.utc) == microseconds)
  }

  @Test("A text without a zone is what a clock on a wall shows, also a date alone")
  func local() throws {
    #expect(try moment("1970-01-02T00:00:01").timestamp(Self.local) == 86_401_000_000)
    #expect(try moment("1970-01-02").timestamp(Self.local) == 86_400_000_000)
    #expect(try moment("1969-12-31").date() == -1)
  }

  @Test("Nanoseconds reach to the ends of their range")
  func nanoseconds() throws {
    #expect(try moment("1677-09-21T00:12:43.145224192Z").timestamp(Self.fine) == .min)
    #expect(try moment("2262-04-11T23:47:16.854775807Z").timestamp(Self.fine) == .max)
    #expect(throws: Moment.MomentError.self) { try moment("1677-09-21T00:12:43.145224191Z").timestamp(Self.fine) }
    #expect(throws: Moment.MomentError.self) { try moment("2262-04-11T23:47:16.854775808Z").timestamp(Self.fine) }
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", "2026", "2026-13-01", "2026-00-10", "2026-02-29", "2100-02-29", "2026-04-31", "2026-11-22T",
      "2026-11-22T24:00Z",
      "2026-11-22T12:60Z", "2026-11-22T12:25:60Z", "2026-11-22T12:25:00.Z", "2026-11-22T12:25:00.1234567891Z",
      "2026-11-22T12:25:00Zx", "2026-11-22T12:25:00+1:00", "2026-11-22T12:25:00+24:00",
      "2026-11-22T12:25:00+01:60", "22.11.2026", "2026-11-22x",
      "٢٠٢٦-11-22",
    ])
  func refused(text: String) {
    #expect(throws: Moment.MomentError.self) { try moment(text) }
  }

  @Test(
    "The message says what is wrong with a text",
    arguments: [
      ("2026", "it is neither a date like 2026-11-22 nor a timestamp like 2026-11-22T12:25:00Z"),
      ("2026-11-22T12:25:60Z", "a timestamp has no leap seconds"),
      ("2026-11-22T12:25:00.1234567891Z", "a fraction of a second has one to nine digits"),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: Moment.MomentError.self) { try moment(text) }
    #expect(error?.message == message)
  }

  @Test("What a type would lose is refused, and the message names the type that is for it")
  func losses() {
    expect("2026-11-22T12:25:00", "timestamp_local") { try $0.timestamp(Self.utc) }
    expect("2026-11-22T12:25:00Z", "timestamp") { try $0.timestamp(Self.local) }
    expect("2026-11-22T12:25:00.0000001Z", "timestamp_ns") { try $0.timestamp(Self.utc) }
    expect("2026-11-22T12:25:00Z", "it has a time, which the type date would drop; use timestamp") { try $0.date() }
    expect("1677-09-21T00:12:43.145224191Z", "nanoseconds reach only from 1677 to 2262; use the type without _ns") {
      try $0.timestamp(Self.fine)
    }
  }

  private func expect(_ text: String, _ type: String, _ read: (Moment) throws -> Any) {
    #expect {
      _ = try read(try moment(text))
    } throws: { error in
      (error as? Moment.MomentError)?.message.contains(type) == true
    }
  }
}
