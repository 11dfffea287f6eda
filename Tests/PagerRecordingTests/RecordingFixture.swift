import Foundation  // FileManager
import PagerBytes
import PagerRecording
import PagerTransport
import TestSupport

/// A file of a test's own, which goes with it.
final class RecordingFixture {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("recording-\(UUID().uuidString).jsonl").path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// What the file has, and has from now on.
  var text: String {
    get { String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self) }
    set { _ = FileManager.default.createFile(atPath: path, contents: Data(newValue.utf8)) }
  }

  /// Writes a recording with a heading of this version.
  func write(_ lines: String...) {
    text = (["{\"swiftpager_recording\":1}"] + lines).map { $0 + "\n" }.joined()
  }

  /// Records to the file what a server in memory answers.
  func recorder(
    endpoint: String = "http://127.0.0.1/graphql", headers: [HTTPHeader] = []
  ) throws -> Recorder {
    try Recorder(to: path, of: try .to(endpoint, headers: headers))
  }

  /// Answers from the file.
  func replay(maxResponseBytes: Int = 64 << 20) throws -> ReplayingTransport {
    let configuration = try TransportConfiguration.to("http://127.0.0.1/graphql", maxResponseBytes: maxResponseBytes)
    return ReplayingTransport(try Recording(reading: path), try TransferSettings(configuration))
  }

  /// Why the file cannot be replayed; nil where it can.
  var refusal: String? {
    do throws(RecordingError) {
      _ = try Recording(reading: path)
      return nil
    } catch {
      return error.message.replacingOccurrences(of: path, with: "FILE")
    }
  }
}

extension TransportConfiguration {
  /// A configuration of which a test says what it is about.
  static func to(
    _ endpoint: String, headers: [HTTPHeader] = [], maxResponseBytes: Int = 64 << 20
  ) throws -> TransportConfiguration {
    try TransportConfiguration(
      endpoint: endpoint, headers: headers, timeout: .seconds(30), connectTimeout: .seconds(10),
      maxResponseBytes: maxResponseBytes, maxConnections: nil, userAgent: "tests", tls: TLSConfiguration(),
      proxy: nil, httpVersion: .automatic)
  }
}

extension Transport {
  /// Sends a body and waits for what becomes of it.
  func post(_ body: some Collection<UInt8>) async -> Result<TransportResponse, TransportError> {
    await withCheckedContinuation { continuation in
      do throws(TransportError) {
        _ = try send(Array(body)) { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }

  func post(_ body: String) async -> Result<TransportResponse, TransportError> { await post(body.utf8) }
}

extension Result<TransportResponse, TransportError> {
  /// The body as text, or the failure's words.
  var text: String {
    switch self {
    case .success(let response): String(decoding: response.body.bytes, as: UTF8.self)
    case .failure(let error): error.message
    }
  }
}

/// The body of a request.
func request(_ query: String, _ variables: String = "{}") -> String {
  let escaped = query.replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
    .replacingOccurrences(of: "\t", with: "\\t")
  return "{\"query\":\"\(escaped)\",\"variables\":\(variables)}"
}

/// One line of a recording, of an answer with a body of JSON.
func line(_ query: String, _ variables: String, answer: String) -> String {
  func quoted(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }
  return "{\"request\":{\"body\":\(quoted(request(query, variables)))},"
    + "\"response\":{\"status\":200,\"body\":\(quoted(answer))}}"
}
