import Foundation  // Process, JSONDecoder
import FoundationNetworking
import PagerTransport
import TestSupport
import Testing

/// The server that these tests talk to, a process of its own: `Tests/servers/transport_peer.py`, which says what each
/// path does. One for all tests; it ends when this process does.
struct TransportPeer: Sendable {
  /// The one server.
  static let shared: Result<TransportPeer, any Error> = Result { try TransportPeer([]) }
  /// Another with nginx beside it.
  static let withNginx: Result<TransportPeer, any Error> = Result { try TransportPeer(["--nginx"]) }
  /// Another for floods.
  static let flooding: Result<TransportPeer, any Error> = Result { try TransportPeer([]) }

  /// What the server prints when it is ready.
  private struct Greeting: Decodable {
    let authorities: String
    let http: Int
    let https: Int
    let http2: Int
    let impostor: Int
    let mute: Int
    let nginx: Int?
    let namesake: Int?
  }

  /// What the server saw of one test.
  struct Seen: Decodable {
    let connections: Int
    let requests: Int
    let aborted: Int
  }

  private let process: Process
  private let greeting: Greeting

  init(_ options: [String]) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("servers/transport_peer.py")
    let python = try TestServer.variable("SWIFTPAGER_PYTHON")
    process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [script.path] + options
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Unusable(reason: "transport_peer.py ended before it was ready") }
      line += bytes
    }
    greeting = try JSONDecoder().decode(Greeting.self, from: line)
  }

  struct Unusable: Error {
    let reason: String
  }

  /// The certificates of all its servers, a PEM file.
  var authorities: String { greeting.authorities }

  /// A URL of the HTTP/1.1 server.
  func http(_ path: String) -> String { "http://127.0.0.1:\(greeting.http)\(path)" }

  /// A URL of the same server behind TLS.
  func https(_ path: String) -> String { "https://127.0.0.1:\(greeting.https)\(path)" }

  /// The port of `https`.
  var httpsPort: Int { greeting.https }

  /// A URL of the server that offers HTTP/2 over TLS.
  func http2(_ path: String = "/") -> String { "https://127.0.0.1:\(greeting.http2)\(path)" }

  /// A URL whose server shows a trusted certificate that was made out to another host.
  var impostor: String { "https://127.0.0.1:\(greeting.impostor)/echo" }

  /// A URL whose server accepts connections and says nothing.
  var mute: String { "https://127.0.0.1:\(greeting.mute)/" }

  /// A URL of nginx, which speaks HTTP/2 over TLS and answers everything with `{"data":null}`.
  var nginx: String { "https://127.0.0.1:\(greeting.nginx ?? 0)/" }

  /// A URL whose server shows a self-signed certificate with the name of an authority. The peer needs "--namesake".
  var namesake: String { "https://127.0.0.1:\(greeting.namesake ?? 0)/echo" }

  /// The file of that certificate.
  var namesakeFile: String {
    URL(fileURLWithPath: authorities).deletingLastPathComponent().appendingPathComponent("namesake.pem").path
  }

  /// Has the server send something to the idle connections of the test `key` that no request asked for: a response to
  /// those of HTTP/1.1 that `/answer-late` has answered on, a ping to those of HTTP/2.
  func sendLate(_ key: String, ping: Bool = false) async throws {
    let url = http("/\(ping ? "ping" : "send")-late?test=\(key)")
    _ = try await URLSession.shared.data(from: try #require(URL(string: url)))
  }

  /// What the server saw of the test `key`, once it has seen at least as much as is asked for.
  func seen(_ key: String, aborted: Int = 0, requests: Int = 0) async throws -> Seen {
    let url = http("/seen?test=\(key)&aborted=\(aborted)&requests=\(requests)")
    // Foundation's client, so that what is tested does not bear witness for itself.
    let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: url)))
    return try JSONDecoder().decode(Seen.self, from: data)
  }
}
