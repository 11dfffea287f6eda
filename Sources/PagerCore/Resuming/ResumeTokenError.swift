/// Why a resume token cannot be written, or not be gone on from.
package enum ResumeTokenError: Error, Sendable, Hashable {
  /// A function of the host makes the requests, which no token can hold.
  case hostMakesRequests
  /// The token would have more bytes than it may.
  case tooLong
  /// The token is no token, damaged, newer than this library, or of another list.
  case unusable(message: String)

  /// What is wrong, and what to do.
  package var message: String {
    switch self {
    case .hostMakesRequests:
      "the hook resolve_page makes the requests for further pages, and a resume token cannot hold them"
    case .tooLong:
      "the cursors of the list are too long for a resume token, which has at most \(ListToken.longest) bytes"
    case .unusable(let message): message
    }
  }

  static func damaged(_ what: String) -> ResumeTokenError {
    .unusable(message: "the resume token is damaged: \(what)")
  }
}
