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
/// Requests are told apart by their queries and variables; the endpoint does not matter, nor do headers. Equal requests are
/// answered in the order in which they were recorded, and the last answer goes on being given. A request that was not
/// recorded is a `ClientError.notRecorded`, whose message shows the nearest one.
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
    do {
      return try await recorded(request)
    } catch ClientError.notRecorded where request.namesItsQueryByHash {
      // As from a server that does not know the hash: the query comes next.
      return SwiftPager.HTTPResponse(text: #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#)
    }
  }

  /// What the recording has for a request.
  private func recorded(_ request: SwiftPager.HTTPRequest) async throws -> SwiftPager.HTTPResponse {
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
    return SwiftPager.HTTPResponse(
      status: response.status, headers: Self.headers(of: response), body: response.body.withUnsafeBytes { Array($0) })
  }

  /// Those of how the answer was transferred, which this one is not.
  private static let transferHeaders: Set = [
    "accept-encoding", "content-encoding", "content-length", "transfer-encoding",
  ]

  private static func headers(of response: PagerTransport.HTTPResponse) -> [String: String] {
    let kept = (response.headers?.all ?? []).filter { !transferHeaders.contains($0.name.lowercased()) }
    var headers = Dictionary(kept.map { ($0.name.lowercased(), $0.value) }) { first, second in "\(first), \(second)" }
    // As they were when the answer came: a date has passed since, and an address was made absolute.
    if let wait = response.retryAfter {
      headers["retry-after"] = "\(wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))"
    }
    if let location = response.location { headers["location"] = location }
    return headers
  }
}

extension SwiftPager.HTTPRequest {
  /// Whether a hash stands for its query: a recording has queries. One that goes by GET has nothing else.
  fileprivate var namesItsQueryByHash: Bool {
    guard method == .post else { return true }
    // A body that is not JSON names nothing.
    guard let body = try? JSONValue(parsing: String(decoding: body, as: UTF8.self)) else { return false }
    return body["query"] == nil && body["extensions"]?["persistedQuery"] != nil
  }
}
