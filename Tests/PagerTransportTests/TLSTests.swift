import PagerTransport
import Testing

@Suite("TLS", .timeLimit(.minutes(1)))
struct TLSTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test func aCertificateThatNobodySignedIsRefused() async throws {
    let error = try await CurlTransport(TransportConfiguration.to(endpoint: peer.https("/echo"))).failure()
    #expect(error.kind == .tlsFailed)
    #expect(error.message.contains(peer.https("/echo")))
    #expect(error.message.contains("certificate"))
  }

  @Test func aCertificateOfAKnownAuthorityIsAccepted() async throws {
    let tls = TLSConfiguration(caFile: peer.authorities)
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.https("/echo"), tls: tls))
    #expect(try Echo(try await transport.post("secret")).body == "secret")
  }

  @Test func aCertificateForAnotherHostIsRefused() async throws {
    let tls = TLSConfiguration(caFile: peer.authorities)
    let error = try await CurlTransport(TransportConfiguration.to(endpoint: peer.impostor, tls: tls)).failure()
    #expect(error.kind == .tlsFailed)
    #expect(error.message.contains("127.0.0.1"))
  }

  @Test func aMissingFileOfAuthoritiesIsNamed() async throws {
    let tls = TLSConfiguration(caFile: "/nonexistent/ca.pem")
    let error = try await CurlTransport(TransportConfiguration.to(endpoint: peer.https("/echo"), tls: tls)).failure()
    #expect(error.kind == .tlsFailed)
    #expect(error.message.contains("/nonexistent/ca.pem"))
  }

  @Test func aMissingClientCertificateIsToldAsSuch() async throws {
    let tls = TLSConfiguration(caFile: peer.authorities, clientCertificate: "/nonexistent/client.pem")
    let error = try await CurlTransport(TransportConfiguration.to(endpoint: peer.https("/echo"), tls: tls)).failure()
    #expect(error.kind == .tlsFailed)
    #expect(error.message.contains("/nonexistent/client.pem"))
  }

  @Test func cancellingOverTLSClosesTheConnection() async throws {
    let key = newKey()
    let outcomes = Outcomes()
    let tls = TLSConfiguration(caFile: peer.authorities)
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.https("/wait?test=\(key)"), tls: tls))
    let id = try transport.send("{}", into: outcomes)
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    transport.cancel(id)
    #expect(try await peer.seen(key, aborted: 1).aborted == 1)
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == [])
  }
}
