package import PagerTransport

/// Headers of one call, in addition to the client's. They replace the client's and the authorizer's headers of the same
/// name.
///
///     try await pager.loadNext(headers: RequestHeaders(["X-Request-Reason": "scroll"]))
public struct RequestHeaders: Sendable, Hashable {
  package let headers: [HTTPHeader]

  /// - Parameter headers: values by name.
  /// - Throws: `ClientConfigurationError` for a name or a value that HTTP does not allow.
  public init(_ headers: [String: String]) throws(ClientConfigurationError) {
    let headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) }
    do throws(TransportConfigurationError) {
      for (index, header) in headers.enumerated() { try TransportConfiguration.check(header, at: index) }
    } catch {
      throw ClientConfigurationError(message: error.message, field: error.field)
    }
    self.headers = headers
  }

  private init() {
    headers = []
  }

  /// Only the client's headers.
  public static let none = RequestHeaders()
}
