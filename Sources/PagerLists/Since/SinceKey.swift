import PagerJSON

/// The words of a value that say its order. Plain memory, of which a page has one for each item.
///
/// They hold a time, an integer of 64 bits, and the begin of a text: a UUID, a global identifier or its Base64 fit.
struct SinceKey: Sendable {
  enum Form: UInt8, Sendable {
    case date, timeWithoutOffset, time, number, quotedNumber, text
  }

  /// A text or a number that the words do not show whole.
  final class Rest: Sendable {
    let text: [UInt8]
    let number: WholeNumber?

    fileprivate init(text: [UInt8] = [], number: WholeNumber? = nil) {
      self.text = text
      self.number = number
    }
  }

  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64)

  private let words: Words
  /// Of texts that are equal up to there, the longer one is greater.
  let textCount: Int32
  let form: Form

  private init(_ form: Form, _ words: Words, textCount: Int = 0) {
    (self.form, self.words, self.textCount) = (form, words, Int32(textCount))
  }

  static func == (left: SinceKey, right: SinceKey) -> Bool {
    left.words == right.words && left.textCount == right.textCount
  }

  /// Whether the value is less than another one; nil: the words do not say it.
  func isLess(_ other: SinceKey) -> Bool? {
    // Most values differ in one of the first words.
    if words.0 != other.words.0 { return words.0 < other.words.0 }
    if words.1 != other.words.1 { return words.1 < other.words.1 }
    if words.2 != other.words.2 { return words.2 < other.words.2 }
    if words.3 != other.words.3 { return words.3 < other.words.3 }
    if words.4 != other.words.4 { return words.4 < other.words.4 }
    return nil
  }
}

// MARK: Reading

extension SinceKey {
  /// Reads the value of an item; nil if it is not of the type.
  ///
  /// - Parameter rest: becomes what the words do not show.
  init?(_ node: JSONNode, as type: SinceType, _ rest: inout Rest?) {
    switch type {
    case .time:
      guard let bytes = node.stringBytes, let instant = Instant(bytes) else { return nil }
      self.init(instant)
    case .integer:
      let isQuoted = node.kind != .number
      guard let digits = isQuoted ? node.stringBytes : node.writtenBytes, let number = WholeNumber(digits) else {
        return nil
      }
      self.init(number, isQuoted: isQuoted, &rest)
    case .text:
      guard let bytes = node.stringBytes, bytes.count <= SinceValue.longestText else { return nil }
      self.init(bytes, &rest)
    }
  }
}

// MARK: Times

extension SinceKey {
  init(_ instant: Instant) {
    let form: Form =
      switch instant.form {
      case .date: .date
      case .withoutOffset: .timeWithoutOffset
      case .withOffset: .time
      }
    self.init(form, (Self.ordinal(instant.seconds), UInt64(instant.nanoseconds), 0, 0, 0))
  }

  /// The moment of a time; nil for a value of another type.
  var instant: Instant? {
    switch form {
    case .date: instant(.date)
    case .timeWithoutOffset: instant(.withoutOffset)
    case .time: instant(.withOffset)
    case .number, .quotedNumber, .text: nil
    }
  }

  private func instant(_ form: Instant.Form) -> Instant {
    Instant(seconds: Self.number(ordinal: words.0), nanoseconds: Int32(words.1), form: form)
  }

  /// A number without a sign that is ordered as this one is.
  private static func ordinal(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ 1 << 63 }

  private static func number(ordinal: UInt64) -> Int64 { Int64(bitPattern: ordinal ^ 1 << 63) }
}

// MARK: Integers

extension SinceKey {
  init(_ number: WholeNumber, isQuoted: Bool, _ rest: inout Rest?) {
    let form: Form = isQuoted ? .quotedNumber : .number
    if let small = number.int64 {
      self.init(form, (Self.ordinal(small), 1, 0, 0, 0))
    } else {
      // Below all numbers of 64 bits, or above them.
      self.init(form, number.isNegative ? (0, 0, 0, 0, 0) : (.max, 2, 0, 0, 0))
      rest = Rest(number: number)
    }
  }

  /// The integer, if the words show it whole; nil for a value of another type.
  var number: WholeNumber? {
    form == .number || form == .quotedNumber ? WholeNumber(Self.number(ordinal: words.0)) : nil
  }
}

// MARK: Texts

extension SinceKey {
  /// How many bytes of a text the words have, the first byte as the highest one.
  private static let wordBytes = MemoryLayout<Words>.size

  init(_ utf8: UnsafeBufferPointer<UInt8>, _ rest: inout Rest?) {
    var words: Words = (0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { words in
      words.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8).prefix(Self.wordBytes)))
    }
    self.init(.text, Self.turned(words), textCount: utf8.count)
    if utf8.count > Self.wordBytes { rest = Rest(text: Array(utf8)) }
  }

  /// The text that the words show whole.
  var text: String {
    withUnsafeBytes(of: Self.turned(words)) { String(decoding: $0.prefix(Int(textCount)), as: UTF8.self) }
  }

  /// Bytes as words whose first byte is the highest one, and back.
  private static func turned(_ words: Words) -> Words {
    (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian, words.4.bigEndian)
  }
}
