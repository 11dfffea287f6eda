package import PagerJSON

/// How the values of a list are compared.
package enum SinceType: String, Sendable, Hashable {
  case time, integer, text
}

/// The value of one item that is compared with the mark. Values of one list have one type.
///
/// Every item of a page has one. So most values take no memory of their own, and five words stand for their order.
package struct SinceValue: Sendable {
  enum Form: UInt8, Sendable {
    case date, timeWithoutOffset, time, number, quotedNumber, text
  }

  /// The order of two values, if their keys differ. A UUID, a global identifier or its Base64 fit.
  struct Key: Sendable {
    fileprivate typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64)

    fileprivate let words: Words
    /// Of texts that are equal up to there, the longer one is greater.
    fileprivate let textCount: Int32
    let form: Form

    /// Whether the value is less than another one; nil: the words do not say it.
    func isLess(_ other: Key) -> Bool? {
      // Most values differ in one of the first words.
      if words.0 != other.words.0 { return words.0 < other.words.0 }
      if words.1 != other.words.1 { return words.1 < other.words.1 }
      if words.2 != other.words.2 { return words.2 < other.words.2 }
      if words.3 != other.words.3 { return words.3 < other.words.3 }
      if words.4 != other.words.4 { return words.4 < other.words.4 }
      return nil
    }
  }

  /// A text or a number that the words do not show whole.
  final class Rest: Sendable {
    fileprivate let text: [UInt8]
    fileprivate let number: WholeNumber?

    fileprivate init(text: [UInt8] = [], number: WholeNumber? = nil) {
      self.text = text
      self.number = number
    }
  }

  let key: Key
  let rest: Rest?

  private typealias Words = Key.Words

  init(_ key: Key, _ rest: Rest?) {
    self.key = key
    self.rest = rest
  }

  private init(_ form: Form, _ words: Words, textCount: Int = 0, _ rest: Rest? = nil) {
    self.init(Key(words: words, textCount: Int32(textCount), form: form), rest)
  }

  private var form: Form { key.form }
  private var words: Words { key.words }

  /// The most bytes that a text may have: marks and tokens hold it.
  static let longestText = 1_000
}

// MARK: Times

extension SinceValue {
  static func time(_ instant: Instant) -> SinceValue {
    let form: Form =
      switch instant.form {
      case .date: .date
      case .withoutOffset: .timeWithoutOffset
      case .withOffset: .time
      }
    return SinceValue(form, (ordinal(instant.seconds), UInt64(instant.nanoseconds), 0, 0, 0))
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

extension SinceValue {
  static func integer(_ number: WholeNumber, isQuoted: Bool) -> SinceValue {
    let form: Form = isQuoted ? .quotedNumber : .number
    if let small = number.int64 { return SinceValue(form, (ordinal(small), 1, 0, 0, 0)) }
    // Below all numbers of 64 bits, or above them.
    return SinceValue(form, number.isNegative ? (0, 0, 0, 0, 0) : (.max, 2, 0, 0, 0), Rest(number: number))
  }

  var wholeNumber: WholeNumber? {
    guard form == .number || form == .quotedNumber else { return nil }
    return rest?.number ?? WholeNumber(Self.number(ordinal: words.0))
  }
}

// MARK: Texts

extension SinceValue {
  /// How many bytes of a text the words have, the first byte as the highest one.
  private static let wordBytes = MemoryLayout<Words>.size

  /// UTF-8, compared byte by byte, which is the order of the Unicode scalars.
  static func text(_ utf8: UnsafeBufferPointer<UInt8>) -> SinceValue {
    var words: Words = (0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { words in
      words.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8).prefix(wordBytes)))
    }
    return SinceValue(
      .text, turned(words), textCount: utf8.count, utf8.count > wordBytes ? Rest(text: Array(utf8)) : nil)
  }

  static func text(_ text: String) -> SinceValue {
    var text = text
    return text.withUTF8 { SinceValue.text($0) }
  }

  private var wholeText: String {
    if let rest { return String(decoding: rest.text, as: UTF8.self) }
    return withUnsafeBytes(of: Self.turned(words)) { String(decoding: $0.prefix(Int(key.textCount)), as: UTF8.self) }
  }

  /// Bytes as words whose first byte is the highest one, and back.
  private static func turned(_ words: Words) -> Words {
    (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian, words.4.bigEndian)
  }
}

// MARK: Comparing

extension SinceValue: Comparable {
  package static func == (left: SinceValue, right: SinceValue) -> Bool {
    left.words == right.words && left.key.textCount == right.key.textCount && left.rest?.text == right.rest?.text
      && left.rest?.number == right.rest?.number
  }

  package static func < (left: SinceValue, right: SinceValue) -> Bool {
    if let isLess = left.key.isLess(right.key) { return isLess }
    // A text of no more bytes than these begins the other one.
    guard let leftRest = left.rest, let rightRest = right.rest else { return left.key.textCount < right.key.textCount }
    if let leftNumber = leftRest.number, let rightNumber = rightRest.number { return leftNumber < rightNumber }
    return leftRest.text.lexicographicallyPrecedes(rightRest.text)
  }
}

extension SinceValue {
  /// Reads the value of an item; nil if it is not of the type.
  init?(_ node: JSONNode, as type: SinceType) {
    let read: SinceValue? =
      switch type {
      case .time:
        node.stringBytes.flatMap { Instant($0) }.map { .time($0) }
      case .integer:
        node.kind == .number
          ? WholeNumber(node.writtenBytes).map { .integer($0, isQuoted: false) }
          : node.stringBytes.flatMap { WholeNumber($0) }.map { .integer($0, isQuoted: true) }
      case .text:
        node.stringBytes.flatMap { $0.count <= Self.longestText ? .text($0) : nil }
      }
    guard let read else { return nil }
    self = read
  }

  /// Reads a value of a config or of a checkpoint; nil if it is not of the type.
  package init?(_ json: JSONValue, as type: SinceType) {
    switch (type, json) {
    case (.time, .string(let text)):
      guard let instant = Instant(text) else { return nil }
      self = .time(instant)
    case (.integer, .integer(let number)):
      self = .integer(WholeNumber(number), isQuoted: false)
    case (.integer, .string(let text)):
      guard let number = WholeNumber(text) else { return nil }
      self = .integer(number, isQuoted: true)
    case (.text, .string(let text)) where text.utf8.count <= Self.longestText:
      self = .text(text)
    default: return nil
    }
  }

  /// The value minus a distance: milliseconds of times, or a number. A text has no distances.
  func lowered(by distance: Int64) -> SinceValue {
    if distance == 0 { return self }
    if let instant { return .time(instant.earlier(by: distance)) }
    return wholeNumber.map { .integer($0.lowered(by: distance), isQuoted: form == .quotedNumber) } ?? self
  }

  /// The value as text, without quotes.
  package var text: String {
    instant?.description ?? wholeNumber?.description ?? wholeText
  }

  /// The value for a request, in the way in which the server wrote it.
  func json() throws(JSONTextError) -> RawJSON {
    if form == .number { return RawJSON(digits: text) }
    return try RawJSON(.string(text))
  }

  /// The value for tokens and checkpoints, which other libraries may rewrite: an integer is always written in quotes.
  var kept: JSONValue {
    if form == .number { return ["number": .string(text)] }
    return .string(text)
  }

  /// Reads what ``kept`` wrote; nil for anything else.
  init?(kept json: JSONValue?, as type: SinceType) {
    guard let json else { return nil }
    if type == .integer, let digits = json["number"]?.string {
      guard let number = WholeNumber(digits) else { return nil }
      self = .integer(number, isQuoted: false)
    } else {
      self.init(json, as: type)
    }
  }
}
