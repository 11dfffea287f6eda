import PagerLists

/// The place at which another process can continue a pager's list: see `QueryPager.resumeToken()`.
///
/// It encodes as one string: JSON text of at most 16 kB (16,000 bytes). Its content may change between versions.
public struct ResumeToken: Sendable, Hashable {
  let text: String
}

extension ResumeToken: Codable {
  /// Decodes any string. The pager that resumes from it checks whether it is a token.
  ///
  /// - Throws: what the decoder throws for a value that is not a string.
  public init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension ResumeToken: LosslessStringConvertible {
  /// The token of a text from ``description``. The pager that resumes from it refuses any other text.
  public init(_ description: String) {
    self.init(text: description)
  }

  /// The token as text, to keep it without an encoder.
  public var description: String { text }
}

/// Why a pager has no resume token, or cannot resume from one.
public enum ResumeError: Error, Sendable, Hashable {
  /// The page info is not `Codable`: conform it, like the page infos of `CursorBasedPagination` and `OffsetPagination`.
  ///
  /// Those of `KeysetPagination` are `Codable` if their keys are.
  case pageInfoIsNotCodable
  /// The page info is too long for a token, which may have at most 16 kB.
  case tooLong
  /// The token is damaged, newer than this library, or of another list; the message says which.
  case unusable(message: String)
  /// The pager was used before: only a new pager, or one that was reset, can resume from a token.
  case alreadyBegun
}

extension ResumeError {
  init(_ error: ResumeTokenError) {
    switch error {
    case .pageInfoIsNotCodable: self = .pageInfoIsNotCodable
    case .tooLong: self = .tooLong
    case .hook, .unusable, .movesOn, .outOfMemory: self = .unusable(message: error.message)
    }
  }
}

extension ResumeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pageInfoIsNotCodable: "the page info is not Codable, so no resume token can hold it"
    case .tooLong:
      "the page info is too long for a resume token, which may have at most \(ListToken.longest) bytes: read the list "
        + "in one walk"
    case .unusable(let message): message
    case .alreadyBegun: "the pager was used before: resume a new pager, or one that was reset"
    }
  }
}
