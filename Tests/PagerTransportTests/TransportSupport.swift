import Foundation  // UUID, JSONDecoder
import PagerBytes
import PagerTransport
import Synchronization
import TestSupport
import Testing

extension CurlTransport {
  /// Sends `body` and waits for what becomes of it.
  func post(_ body: String = "{}") async throws -> TransportResponse {
    try await withCheckedThrowingContinuation { continuation in
      post(body) { continuation.resume(with: $0) }
    }
  }

  /// Sends a request and waits for the response.
  func post(_ request: TransportRequest) async throws -> TransportResponse {
    try await withCheckedThrowingContinuation { continuation in
      do throws(TransportError) {
        _ = try send(request) { continuation.resume(with: $0) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// Sends `body`; a refusal is a failure like any other.
  func post(_ body: String = "{}", completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void)
  {
    do throws(TransportError) {
      _ = try send(Array(body.utf8), completion: completion)
    } catch {
      completion(.failure(error))
    }
  }

  /// Sends `body` and waits for the error that has to come of it.
  func failure(of body: String = "{}") async throws -> TransportError {
    let error = await #expect(throws: TransportError.self) { try await post(body) }
    return try #require(error)
  }

  /// Sends and records: results are counted, not awaited.
  func send(_ body: String, into outcomes: Outcomes) throws(TransportError) -> TransferID {
    try send(Array(body.utf8)) { outcomes.add($0) }
  }
}

extension TransportConfiguration {
  /// A configuration of which a test says what it is about.
  static func to(
    endpoint: String, headers: [HTTPHeader] = [], timeout: Duration = .seconds(30),
    connectTimeout: Duration = .seconds(10), maxResponseBytes: Int = 64 << 20, maxConnections: Int? = nil,
    userAgent: String = "tests", tls: TLSConfiguration = TLSConfiguration(), proxy: String? = nil,
    httpVersion: ProtocolVersion = .automatic
  ) throws(TransportConfigurationError) -> TransportConfiguration {
    try TransportConfiguration(
      endpoint: endpoint, headers: headers, timeout: timeout, connectTimeout: connectTimeout,
      maxResponseBytes: maxResponseBytes, maxConnections: maxConnections, userAgent: userAgent, tls: tls, proxy: proxy,
      httpVersion: httpVersion)
  }
}

extension TransportResponse {
  /// The body as text.
  var text: String { String(decoding: body.bytes, as: UTF8.self) }
}

/// What completions were called with, in order.
final class Outcomes: Sendable {
  private let recorded = Mutex<[TransportError.Kind?]>([])

  /// Notes a result: nil for a response.
  func add(_ result: Result<TransportResponse, TransportError>) {
    let kind: TransportError.Kind? =
      switch result {
      case .success: nil
      case .failure(let error): error.kind
      }
    recorded.withLock { $0.append(kind) }
  }

  /// All results so far; nil stands for a response.
  var all: [TransportError.Kind?] { recorded.withLock { $0 } }
}

/// What `/echo` answers: the request as the server saw it.
struct Echo: Decodable {
  let method: String
  let target: String
  let headers: [[String]]
  let body: String

  init(_ response: TransportResponse) throws {
    self = try JSONDecoder().decode(Echo.self, from: Data(response.body.bytes))
  }

  /// The values of all headers of that name, in order.
  func values(of name: String) -> [String] {
    headers.filter { $0[0].lowercased() == name.lowercased() }.map { $0[1] }
  }
}

/// A key under which the server counts the requests of one test.
func newKey() -> String {
  UUID().uuidString
}

/// A limit that only guards against tests that hang.
let patience = Duration.seconds(30)
