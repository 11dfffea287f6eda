/// Why there is no response.
package struct TransportError: Error, Sendable, Hashable {
  /// What went wrong, for programs.
  package enum Kind: Sendable, Hashable {
    /// The configuration was spoiled after it had been checked.
    case invalidConfiguration(TransportConfigurationError)
    /// The host's name, or the proxy's, has no address.
    case couldNotResolve
    /// No server accepted the connection, or it was lost within the TLS handshake.
    case couldNotConnect
    /// No secure connection: the server's certificate, the client's, or an objection within the handshake.
    case tlsFailed
    /// The connection was not there within the connect timeout.
    case connectTimedOut
    /// The response was not complete within the total timeout.
    case timedOut
    /// The connection or the stream broke before the response was complete. Both count the bytes of the body as they
    /// travelled, so before decompression. `expected` is nil if the server did not say.
    case connectionClosed(received: Int, expected: Int?)
    /// The server closed the connection without a byte of response.
    case emptyAnswer
    /// The body is compressed in a way that libcurl cannot undo.
    case undecodable
    /// The body is larger than `limit` bytes after decompression.
    case responseTooLarge(limit: Int)
    /// The headers of the response are larger than `limit` bytes, or one of them is too long for libcurl.
    case headersTooLong(limit: Int)
    /// No memory for the request or the response.
    case outOfMemory
    /// The limit on open files is reached, and the request needs one more.
    case outOfDescriptors
    /// The system gave no thread on which the transport could work.
    case noThread
    /// The transport was shut down first.
    case shutDown
    /// A replayed recording has no answer to the request.
    case notRecorded
    /// The exchange could not be recorded.
    case recordingFailed
    /// Anything else; `code` is libcurl's `CURLcode`, or 0 when the transport's own machinery failed.
    case other(code: Int32)
  }

  /// What went wrong, for programs.
  package let kind: Kind
  /// What went wrong, where, and what to do; for people. Names the URL without user, password and query.
  package let message: String
  /// The system's `errno`, if it has no descriptor or no thread for the request.
  package let errorNumber: Int32?

  /// Makes an error; for transports.
  package init(kind: Kind, message: String, errorNumber: Int32? = nil) {
    self.kind = kind
    self.message = message
    self.errorNumber = errorNumber
  }
}

extension TransportError: CustomStringConvertible {
  package var description: String { message }
}
