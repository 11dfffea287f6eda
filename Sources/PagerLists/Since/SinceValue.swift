package import PagerJSON

/// How the values of a list are compared.
package enum SinceType: String, Sendable, Hashable {
  case time, integer, text
}

/// A value that the items of a list are compared with. Values of one list have one type.
///
/// A reference: what is known of a list has several, and is copied from page to page. The values of a page's own items
/// are the keys of a ``SinceColumn``.
package struct SinceValue: Sendable {
  private final class Content: Sendable {
    let key: SinceKey
    let rest: SinceKey.Rest?

    init(_ key: SinceKey, _ rest: SinceKey.Rest?) {
      self.key = key
      self.rest = rest
    }
  }

  private let content: Content

  init(_ key: SinceKey, _ rest: SinceKey.Rest?) {
    content = Content(key, rest)
  }

  var key: SinceKey { content.key }
  var rest: SinceKey.Rest? { content.rest }

  /// The most bytes that a text may have: marks and tokens hold it.
  static let longestText = 1_000
}

extension SinceValue {
  static func time(_ instant: Instant) -> SinceValue { SinceValue(SinceKey(instant), nil) }

  static func integer(_ number: WholeNumber, isQuoted: Bool) -> SinceValue {
    var rest: SinceKey.Rest?
    return SinceValue(SinceKey(number, isQuoted: isQuoted, &rest), rest)
  }

  /// UTF-8, compared byte by byte, which is the order of the Unicode scalars.
  static func text(_ text: String) -> SinceValue {
    var (text, rest): (String, SinceKey.Rest?) = (text, nil)
    let key = text.withUTF8 { SinceKey($0, &rest) }
    return SinceValue(key, rest)
  }

  /// The moment of a time; nil for a value of another type.
  var instant: Instant? { key.instant }

  var wholeNumber: WholeNumber? { rest?.number ?? key.number }

  private var wholeText: String { rest.map { String(decoding: $0.text, as: UTF8.self) } ?? key.text }
}

// MARK: Comparing

extension SinceValue: Comparable {
  package static func == (left: SinceValue, right: SinceValue) -> Bool {
    left.key == right.key && left.rest?.text == right.rest?.text && left.rest?.number == right.rest?.number
  }

  package static func < (left: SinceValue, right: SinceValue) -> Bool {
    if let isLess = left.key.isLess(right.key) { return isLess }
    // A text of no more bytes than the keys have begins the other one.
    guard let leftRest = left.rest, let rightRest = right.rest else { return left.key.textCount < right.key.textCount }
    if let leftNumber = leftRest.number, let rightNumber = rightRest.number { return leftNumber < rightNumber }
    return leftRest.text.lexicographicallyPrecedes(rightRest.text)
  }
}

extension SinceValue {
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
    return wholeNumber.map { .integer($0.lowered(by: distance), isQuoted: key.form == .quotedNumber) } ?? self
  }

  /// The value as text, without quotes.
  package var text: String {
    instant?.description ?? wholeNumber?.description ?? wholeText
  }

  /// The value for a request, in the way in which the server wrote it.
  func json() throws(JSONTextError) -> RawJSON {
    if key.form == .number { return RawJSON(digits: text) }
    return try RawJSON(.string(text))
  }

  /// The value for tokens and checkpoints, which other libraries may rewrite: an integer is always written in quotes.
  var kept: JSONValue {
    if key.form == .number { return ["number": .string(text)] }
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
