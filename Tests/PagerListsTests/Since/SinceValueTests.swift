import PagerJSON
import Testing

@testable import PagerLists

@Suite("The values that a list is read since")
struct SinceValueTests {
  // MARK: Times

  @Test(
    "A time is a moment, whatever its offset and fraction",
    arguments: [
      ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01T01:00:00+01:00", 0, 0), ("1969-12-31 19:00-0500", 0, 0),
      ("2026-03-01T12:00:00.5Z", 1_772_366_400, 500_000_000), ("2026-03-01T12:00:00,000000001Z", 1_772_366_400, 1),
      ("2026-03-01", 1_772_323_200, 0), ("2024-02-29t23:59:60z", 1_709_251_200, 0), ("0000-03-01", -62_162_035_200, 0),
      ("9999-12-31T23:59:59.999999999999Z", 253_402_300_799, 999_999_999),
    ])
  func reads(text: String, seconds: Int64, nanoseconds: Int32) {
    #expect(Instant(text)?.seconds == seconds)
    #expect(Instant(text)?.nanoseconds == nanoseconds)
  }

  @Test(
    "A value that is not a time is refused",
    arguments: [
      "", "2026", "2026-13-01", "2026-02-29", "2026-00-01", "2026-01-00", "2026-01-01T24:00:00Z", "2026-01-01T12",
      "2026-01-01T12:60Z", "2026-01-01T12:00:61Z", "2026-01-01T12:00:00.Z", "2026-01-01T12:00:00Zx",
      "2026-01-01T12:00:00+24:00", "2026-01-01T12:00:00+01:60", "2026-01-01T12:00:00+1",
      "20260101T120000Z", " 2026-01-01", "２026-01-01",
    ])
  func refuses(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(
    "A moment is written in the form in which it was read",
    arguments: [
      ("2026-03-01T14:00:00+02:00", 0, "2026-03-01T12:00:00Z"),
      ("2026-03-01T12:00:00.25", 0, "2026-03-01T12:00:00.250"),
      ("2026-03-01T12:00:00.000001Z", 0, "2026-03-01T12:00:00.000001Z"), ("2026-03-01", 0, "2026-03-01"),
      ("2026-03-01T00:00:00Z", 1, "2026-02-28T23:59:59.999Z"), ("2026-03-01", 86_400_000, "2026-02-28"),
      ("0000-01-01T00:00:00Z", 1_000_000_000_000_000, "0000-01-01T00:00:00Z"),
    ])
  func writes(text: String, earlier: Int64, expected: String) {
    #expect(Instant(text)?.earlier(by: earlier).description == expected)
  }

  @Test("Each day of the calendar is read and written, one after the other")
  func days() {
    for day in stride(from: Int64(-719_528), through: 2_932_896, by: 97) {
      let text = Instant(seconds: day * 86_400).description
      #expect(Instant(text)?.seconds == day * 86_400)
    }
  }

  @Test("The date of an answer")
  func httpDate() {
    #expect(Instant(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT")?.seconds == 784_111_777)
    #expect(Instant(httpDate: "Sun, 06 Nov 1994 08:49:60 GMT")?.seconds == 784_111_800)
    for text in [
      "", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Non 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT",
    ] {
      #expect(Instant(httpDate: text) == nil)
    }
  }

  // MARK: Integers

  @Test("Integers of any length are compared exactly")
  func integers() {
    let texts = [
      "-100000000000000000000", "-9223372036854775809", "-9223372036854775808", "-1", "0", "1", "9223372036854775807",
      "9223372036854775808", "18446744073709551616", "100000000000000000000",
    ]
    let numbers = texts.compactMap { WholeNumber($0) }
    #expect(numbers.map(\.description) == texts)
    for (left, right) in zip(numbers, numbers.dropFirst()) {
      #expect(left < right)
      #expect(!(right < left))
    }
    #expect(WholeNumber("-0") == WholeNumber("000"))
    #expect(WholeNumber("7.00") == WholeNumber(7))
    for text in ["", "-", "1.5", "1e3", "+1", "0x1", "1.", " 1", String(repeating: "1", count: 1_001)] {
      #expect(WholeNumber(text) == nil)
    }
  }

  @Test(
    "An integer is lowered without an overflow",
    arguments: [
      ("5", 7, "-2"), ("-9223372036854775808", 1, "-9223372036854775809"),
      ("-9223372036854775808", Int64.max, "-18446744073709551615"), ("9223372036854775808", 1, "9223372036854775807"),
      ("100000000000000000000", 1, "99999999999999999999"), ("-100000000000000000000", 1, "-100000000000000000001"),
    ])
  func lowers(text: String, amount: Int64, expected: String) {
    #expect(WholeNumber(text)?.lowered(by: amount).description == expected)
  }

  // MARK: Texts

  @Test("A text of any length compares byte by byte, and is what it was made of")
  func lengths() {
    func text(of count: Int) -> String { String(repeating: "k", count: count) }
    let starts = ["", "a", "a\0", "éa", text(of: 7), text(of: 8), text(of: 39), text(of: 40), text(of: 41)]
    let texts = starts + starts.flatMap { ["\($0)\0", "\($0)z", "\($0)and more of it", "\($0)and more of iz"] }
    for left in texts {
      #expect(SinceValue.text(left).text == left)
      for right in texts {
        let (one, other) = (SinceValue.text(left), SinceValue.text(right))
        #expect((one == other) == left.utf8.elementsEqual(right.utf8), "\(left), \(right)")
        #expect((one < other) == left.utf8.lexicographicallyPrecedes(right.utf8), "\(left), \(right)")
      }
    }
  }

  @Test("Numbers of any length compare as numbers do, and beside those of 64 bits")
  func lengthsOfNumbers() {
    let digits = [
      "-100000000000000000000", "-9223372036854775809", "-9223372036854775808", "-1", "0", "7", "9223372036854775807",
      "9223372036854775808", "18446744073709551616", "100000000000000000000",
    ]
    let values = digits.compactMap { WholeNumber($0) }.map { SinceValue.integer($0, isQuoted: true) }
    #expect(values.map(\.text) == digits)
    for (place, left) in values.enumerated() {
      for (other, right) in values.enumerated() {
        #expect((left < right) == (place < other))
        #expect((left == right) == (place == other))
      }
    }
  }

  @Test("Texts are compared by their Unicode scalars, and what is kept is read again")
  func texts() {
    let values = ["", "Z", "a", "aa", "é", "漢", "😀"].map { SinceValue.text($0) }
    #expect(values.sorted() == values)
    let all: [(SinceType, SinceValue)] = [
      (.text, values[6]), (.integer, .integer(WholeNumber(5), isQuoted: true)),
      (.integer, .integer(WholeNumber(5), isQuoted: false)), (.time, .time(Instant(seconds: 1))),
    ]
    for (type, value) in all {
      let read = SinceValue(kept: value.kept, as: type)
      #expect(read == value)
      #expect(read?.kept == value.kept)
    }
  }
}
