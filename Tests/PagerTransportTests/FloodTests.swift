import PagerTransport
import TestSupport
import Testing

/// Servers that send without end over HTTP/2 what brings no answer further. libcurl reads as long as there is something
/// to read, which may be longer than any limit.
@Suite("Floods over HTTP/2", .asksAServer, .serialized, .timeLimit(.minutes(2)))
struct FloodTests {
  private static let kinds = ["empty data", "padding", "single bytes", "pings", "settings"]

  /// A server of their own, because it has no time for others.
  private func transport(timeout: Duration) throws -> CurlTransport {
    let peer = try TransportPeer.flooding.get()
    return try CurlTransport(
      TransportConfiguration.to(
        endpoint: peer.http2(), timeout: timeout, tls: TLSConfiguration(caFile: peer.authorities)))
  }

  @Test(arguments: kinds)
  func endAtTheLimitOfTheRequest(kind: String) async throws {
    let transport = try transport(timeout: .seconds(1))
    let error = await #expect(throws: TransportError.self) { try await transport.post(#"{"flood": "\#(kind)"}"#) }
    // nghttp2 ends a flood of settings before the limit.
    switch error?.kind {
    case .timedOut, .connectionClosed: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(arguments: kinds)
  func doNotKeepATransportFromItsEnd(kind: String) async throws {
    let transport = try transport(timeout: .seconds(60))
    let id = try transport.send(#"{"flood": "\#(kind)"}"#, into: Outcomes())
    try await Task.sleep(for: .milliseconds(300))
    transport.cancel(id)
    #expect(transport.shutdown(timeout: .seconds(10)))
  }
}
