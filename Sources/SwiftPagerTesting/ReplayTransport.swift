import PagerBytes
public import PagerClient
import PagerTransport
public import SwiftPager
import Synchronization

/// Answers requests from a recording: a file that a client with `ClientConfiguration.record` wrote.
///
/// Equal requests are answered in the order in which they were recorded, and the last answer goes on being given. A request
/// that was not recorded is a `ClientError.notRecorded`.
public final class ReplayTransport: SwiftPager.HTTPTransport {
  private let replay: any PagerTransport.HTTPTransport

  /// - Throws: `ClientConfigurationError` for a file that cannot be read, or is not a recording.
  public init(recording path: String) throws(ClientConfigurationError) {
    replay = try ClientConfiguration(endpoint: "http://localhost/graphql", replay: path).makeTransport()
  }

  deinit {
    _ = replay.shutdown(timeout: .zero)
  }

  public func send(_ request: SwiftPager.HTTPRequest) async throws -> SwiftPager.HTTPResponse {
    let response = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<PagerTransport.HTTPResponse, any Error>) in
      do throws(TransportError) {
        // Answered at once, so that there is nothing to cancel.
        _ = try replay.send(PagerTransport.HTTPRequest(body: request.body)) { result in
          continuation.resume(with: result.mapError { ClientError($0) })
        }
      } catch {
        continuation.resume(throwing: ClientError(error))
      }
    }
    var headers: [String: String] = [:]
    if let type = response.contentType { headers["Content-Type"] = type }
    if let wait = response.retryAfter { headers["Retry-After"] = "\(wait.components.seconds)" }
    return SwiftPager.HTTPResponse(
      status: response.status, headers: headers, body: response.body.withUnsafeBytes { Array($0) })
  }
}
