/// Why a resume token cannot be written or used.
package enum ResumeTokenError: Error, Sendable, Hashable {
  /// A page info of the host's cannot be written.
  case pageInfoIsNotCodable
  /// A function of the host, which makes the next request, failed.
  case hook(message: String)
  /// The token would be too long.
  case tooLong
  /// The token is not a token, is damaged, is newer than this library, or belongs to another list.
  case unusable(message: String)

  /// What is wrong, and what to do.
  package var message: String {
    switch self {
    case .pageInfoIsNotCodable: "the page info cannot be written as JSON, so a resume token cannot hold it"
    case .tooLong:
      "the cursors of the list, or the page infos of its hook, are too long for a resume token, which may have at most "
        + "\(ListToken.longest) bytes"
    case .hook(let message), .unusable(let message): message
    }
  }

  static func damaged(_ what: String) -> ResumeTokenError {
    .unusable(message: "the resume token is damaged: \(what)")
  }
}
