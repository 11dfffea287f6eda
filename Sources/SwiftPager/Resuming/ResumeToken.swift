/// Where another process can go on with a pager's list: see `QueryPager.resumeToken()`.
///
/// It encodes as one string, JSON text of at most 16 kB. What is in it is no promise.
public struct ResumeToken: Sendable, Hashable {
  let text: String
}

extension ResumeToken: Codable {
  /// Takes any string; whether it is a token is seen when a pager goes on from it.
  public init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ResumeToken: LosslessStringConvertible {
  /// The token of a text that ``description`` gave; any other one is refused when a pager goes on from it.
  public init(_ description: String) {
    self.init(text: description)
  }

  /// The token as text, to keep it without an encoder.
  public var description: String { text }
}
