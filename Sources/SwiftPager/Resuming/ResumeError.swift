import PagerCore

/// Why a pager has no resume token, or cannot resume from one.
public enum ResumeError: Error, Sendable, Hashable {
  /// The page info is not `Codable`: conform it, like the page infos of `CursorBasedPagination` and `OffsetPagination`.
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
    case .hook(let message), .unusable(let message): self = .unusable(message: message)
    }
  }
}

extension ResumeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pageInfoIsNotCodable: "the page info is not Codable, so no resume token can hold it"
    case .tooLong: "the page info is too long for a resume token"
    case .unusable(let message): message
    case .alreadyBegun: "the pager was used before: resume a new pager, or one that was reset"
    }
  }
}
