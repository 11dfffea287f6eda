package import PagerJSON

/// How the values of a list are compared.
package enum SinceType: String, Sendable, Hashable {
  case time, integer, text
}

/// The value of one item that is compared with the mark. Values of one list have one type.
package enum SinceValue: Sendable {
  case time(Instant)
  case integer(WholeNumber, isQuoted: Bool)
  /// UTF-8, compared byte by byte, which is the order of the Unicode scalars.
  case text([UInt8])

  /// The most bytes that a text may have: marks and tokens hold it.
  static let longestText = 1_000
}

extension SinceValue: Comparable {
  package static func == (left: SinceValue, right: SinceValue) -> Bool {
    switch (left, right) {
    case (.time(let left), .time(let right)): left == right
    case (.integer(let left, _), .integer(let right, _)): left == right
    case (.text(let left), .text(let right)): left == right
    default: false
    }
  }

  package static func < (left: SinceValue, right: SinceValue) -> Bool {
    switch (left, right) {
    case (.time(let left), .time(let right)): left < right
    case (.integer(let left, _), .integer(let right, _)): left < right
    case (.text(let left), .text(let right)): isLess(left, right)
    default: false
    }
  }

  /// The order of the standard library, without its generic iterators: this runs for every item.
  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        let count = min(left.count, right.count)
        for index in 0..<count where left[index] != right[index] { return left[index] < right[index] }
        return left.count < right.count
      }
    }
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
        node.stringBytes.flatMap { $0.count <= Self.longestText ? .text(Array($0)) : nil }
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
      self = .text(Array(text.utf8))
    default: return nil
    }
  }

  /// The value minus a distance: milliseconds of times, or a number. A text has no distances.
  func lowered(by distance: Int64) -> SinceValue {
    if distance == 0 { return self }
    return switch self {
    case .time(let instant): .time(instant.earlier(by: distance))
    case .integer(let number, let isQuoted): .integer(number.lowered(by: distance), isQuoted: isQuoted)
    case .text: self
    }
  }

  /// The value as text, without quotes.
  package var text: String {
    switch self {
    case .time(let instant): instant.description
    case .integer(let number, _): number.description
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The value for a request, in the way in which the server wrote it.
  func json() throws(JSONTextError) -> RawJSON {
    if case .integer(let number, isQuoted: false) = self { return RawJSON(digits: number.description) }
    return try RawJSON(.string(text))
  }

  /// The value for tokens and checkpoints, which other libraries may rewrite: an integer is always written in quotes.
  var kept: JSONValue {
    if case .integer(let number, isQuoted: false) = self { return ["number": .string(number.description)] }
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
