/// The place at which another process can continue a pager's list: see `QueryPager.resumeToken()`.
///
/// It encodes as one string, JSON text of at most 16 kB. Its content may change between versions.
public struct ResumeToken: Sendable, Hashable {
  let text: String
}

extension ResumeToken: Codable {
  /// Takes any string. A pager checks whether it is a token when it resumes from it.
  public init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ResumeToken: LosslessStringConvertible {
  /// The token of a text from ``description``. A pager refuses any other text when it resumes from it.
  public init(_ description: String) {
    self.init(text: description)
  }

  /// The token as text, to keep it without an encoder.
  public var description: String { text }
}
