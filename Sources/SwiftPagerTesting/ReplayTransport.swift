import PagerBytes
public import PagerClient
import PagerJSON
import PagerTransport
public import SwiftPager
import Synchronization

/// Answers requests from a recording: a file that a client with `ClientConfiguration.record` wrote.
///
///     let client = try GraphQLClient(transport: try ReplayTransport(recording: "Tests/products.jsonl"))
///
/// It distinguishes requests by their queries and variables, and ignores the endpoint and the headers. It answers equal
/// requests in the order of the recording, and repeats the last answer. A request that is not in the recording fails
/// with `ClientError.notRecorded`, whose message shows the nearest recorded request.
public final class ReplayTransport: HTTPTransport {
  private let replay: any Transport

  /// Reads a recording.
  ///
  /// - Parameter path: the path of its file.
  /// - Throws: `ClientConfigurationError` for a file that cannot be read or is not a recording.
  public init(recording path: String) throws(ClientConfigurationError) {
    replay = try ClientConfiguration(endpoint: "http://localhost/graphql", replay: path).makeTransport()
  }

  deinit {
    _ = replay.shutdown(timeout: .zero)
  }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await recorded(request)
    } catch ClientError.notRecorded where request.namesItsQueryByHash {
      // A server that does not know the hash answers like this. The query comes next.
      return HTTPResponse(text: #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#)
    }
  }

  /// What the recording has for a request.
  private func recorded(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<TransportResponse, any Error>) in
      do throws(TransportError) {
        // The replay answers at once, so there is nothing to cancel.
        _ = try replay.send(TransportRequest(body: request.body)) { result in
          continuation.resume(with: result.mapError { ClientError($0) })
        }
      } catch {
        continuation.resume(throwing: ClientError(error))
      }
    }
    return HTTPResponse(
      status: response.status, headers: Self.headers(of: response), body: response.body.withUnsafeBytes { Array($0) })
  }

  /// Headers about the transfer of the recorded response, which do not apply to this one.
  private static let transferHeaders: Set = [
    "accept-encoding", "content-encoding", "content-length", "transfer-encoding",
  ]

  private static func headers(of response: TransportResponse) -> [String: String] {
    let kept = (response.headers?.all ?? []).filter { !transferHeaders.contains($0.name.lowercased()) }
    var headers = Dictionary(kept.map { ($0.name.lowercased(), $0.value) }) { first, second in "\(first), \(second)" }
    // These values are from the time of the response: its date has passed, and its address was made absolute.
    if let wait = response.retryAfter {
      headers["retry-after"] = "\(wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))"
    }
    if let location = response.location { headers["location"] = location }
    return headers
  }
}

extension HTTPRequest {
  /// Whether the request has a hash in place of its query. A recording has queries. A GET request has only the hash.
  fileprivate var namesItsQueryByHash: Bool {
    guard method == .post else { return true }
    // A body that is not JSON has no hash.
    guard let body = try? JSONValue(parsing: String(decoding: body, as: UTF8.self)) else { return false }
    return body["query"] == nil && body["extensions"]?["persistedQuery"] != nil
  }
}
