import Foundation  // Process, FileManager
import PagerTransport
import TestSupport
import Testing

@Suite("TLS", .asksAServer, .timeLimit(.minutes(1)))
struct TLSTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test func aSelfSignedCertificateIsRefused() async throws {
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

  /// The server's certificate names an authority of the system as its issuer. Looking that one up would open its file.
  @Test(.enabled(if: SystemAuthority.file != nil, "the system has no authorities"))
  func authoritiesOfTheSystemAreNotTrustedBesideThoseOfTheFile() async throws {
    let file = try #require(SystemAuthority.file)
    let server = try TransportPeer(["--namesake", file])
    let opening = try FileOpening(of: file)
    let tls = TLSConfiguration(caFile: peer.authorities)
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: server.namesake, tls: tls))
    #expect(try await transport.failure().kind == .tlsFailed)
    #expect(!opening.hasHappened)
    // This test would have noticed: OpenSSL opens the file where the authorities of the system count as well.
    let verifying = Process()
    verifying.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    verifying.arguments =
      ["openssl", "verify", "-CAfile", server.authorities, "-CApath", "/etc/ssl/certs", server.namesakeFile]
    verifying.standardError = FileHandle.nullDevice
    try verifying.run()
    verifying.waitUntilExit()
    #expect(opening.hasHappened)
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

/// A certificate authority of the system, as OpenSSL finds it: by a hash of its name.
private enum SystemAuthority {
  /// The file of one that stands by itself, and not only in the bundle; nil where there is none.
  static let file: String? = {
    let folder = "/etc/ssl/certs"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().first { $0.hasSuffix(".0") }.flatMap { realpath("\(folder)/\($0)", nil) }.map { path in
      defer { free(path) }
      return String(cString: path)
    }
  }()
}

/// Notices when a file is opened, by any process; inotify(7).
private struct FileOpening {
  private let descriptor: Int32

  init(of path: String) throws {
    descriptor = inotify_init1(Int32(O_NONBLOCK))
    // IN_OPEN, a macro that Swift cannot import.
    try #require(inotify_add_watch(descriptor, path, 0x20) >= 0)
  }

  /// Whether it has happened since this was asked last.
  var hasHappened: Bool {
    var events = [UInt8](repeating: 0, count: 4096)
    return read(descriptor, &events, events.count) > 0
  }
}
