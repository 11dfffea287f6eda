import PagerCore

/// Why a pager has no resume token, or cannot go on from one.
public enum ResumeError: Error, Sendable, Hashable {
  /// The page info is not `Codable`: conform it, as those of `CursorBasedPagination` and `OffsetPagination` do.
  case pageInfoIsNotCodable
  /// The page info is too long for a token, which has at most 16 kB.
  case tooLong
  /// The token is damaged, newer than this library, or of another list; the message says which.
  case unusable(message: String)
  /// The pager has been used before: a token is for a new one, or one that was reset.
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
    case .alreadyBegun: "the pager has been used before: a token is for a new one, or one that was reset"
    }
  }
}
