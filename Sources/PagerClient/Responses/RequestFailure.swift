/// Why a request brought nothing, and how often it was sent.
package struct RequestFailure: Error, Sendable, Hashable {
  package let error: ClientError
  /// 0 if the request was not sent.
  package let attempts: Int

  package init(_ error: ClientError, attempts: Int) {
    self.error = error
    self.attempts = attempts
  }
}

extension RequestFailure: CustomStringConvertible {
  package var description: String { error.description }
}
