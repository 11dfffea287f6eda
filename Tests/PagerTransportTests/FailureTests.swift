import Foundation  // String(contentsOfFile:)
import PagerBytes
import PagerTransport
import TestSupport
import Testing

@Suite("Failures are told apart", .asksAServer, .timeLimit(.minutes(1)))
struct FailureTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test func anUnknownHost() async throws {
    let endpoint = "http://me:secret@nonexistent.invalid/graphql?key=hidden"
    let error = try await CurlTransport(TransportConfiguration.to(endpoint: endpoint, proxy: "")).failure()
    #expect(error.kind == .couldNotResolve)
    #expect(error.message.contains("http://nonexistent.invalid/graphql "))
    #expect(!error.message.contains("secret"))
    #expect(!error.message.contains("hidden"))
  }

  @Test func anUnknownProxy() async throws {
    let configuration = try TransportConfiguration.to(
      endpoint: peer.http("/echo"), proxy: "http://me:secret@nonexistent.invalid:3128")
    let error = try await CurlTransport(configuration).failure()
    #expect(error.kind == .couldNotResolve)
    #expect(error.message.contains("nonexistent.invalid"))
    #expect(!error.message.contains("secret"))
  }

  @Test func aPortWithoutAListener() async throws {
    // Port 1 needs a privileged server, and no test machine runs tcpmux.
    let error = try await CurlTransport(TransportConfiguration.to(endpoint: "http://127.0.0.1:1/")).failure()
    #expect(error.kind == .couldNotConnect)
    #expect(error.message.contains("127.0.0.1:1/"))
  }

  @Test func noResponseWithinTheTimeout() async throws {
    let configuration = try TransportConfiguration.to(endpoint: peer.http("/wait"), timeout: .milliseconds(200))
    let error = try await CurlTransport(configuration).failure()
    #expect(error.kind == .timedOut)
    #expect(error.message.contains("200 ms"))
  }

  @Test func aSlowServerIsNotAMissingConnection() async throws {
    // Longer than the limit of connecting, which the connection has met.
    let configuration = try TransportConfiguration.to(
      endpoint: peer.http("/wait"), timeout: .seconds(2), connectTimeout: .seconds(1))
    #expect(try await CurlTransport(configuration).failure().kind == .timedOut)
  }

  @Test func aTimeoutUnderAMillisecondIsNotNone() async throws {
    let configuration = try TransportConfiguration.to(
      endpoint: peer.http("/wait"), timeout: .nanoseconds(1), connectTimeout: .seconds(1000))
    #expect(try await CurlTransport(configuration).failure().kind == .timedOut)
  }

  @Test func noConnectionWithinTheConnectTimeout() async throws {
    let configuration = try TransportConfiguration.to(endpoint: peer.mute, connectTimeout: .milliseconds(200))
    let error = try await CurlTransport(configuration).failure()
    #expect(error.kind == .connectTimedOut)
    #expect(error.message.contains("200 ms"))
  }

  @Test func noConnectionWithinTheTotalTimeout() async throws {
    let configuration = try TransportConfiguration.to(
      endpoint: peer.mute, timeout: .milliseconds(200), connectTimeout: .seconds(10))
    #expect(try await CurlTransport(configuration).failure().kind == .timedOut)
  }

  @Test(arguments: [
    ("/half", TransportError.Kind.connectionClosed(received: 40, expected: 100)),
    ("/half-chunk", .connectionClosed(received: 40, expected: nil)),
    ("/reset", .connectionClosed(received: 40, expected: 100)),
    ("/liar", .connectionClosed(received: 40, expected: 100_000_000_000)),
    ("/nothing", .emptyAnswer),
  ])
  func aServerThatBreaksOff(path: String, kind: TransportError.Kind) async throws {
    let error = try await CurlTransport(TransportConfiguration.to(endpoint: peer.http(path))).failure()
    #expect(error.kind == kind)
    #expect(error.message.contains(peer.http(path)))
  }

  @Test("A body without a length that is cut off at any of its bytes")
  func cutWithoutLength() async throws {
    let whole = #"{"a":"\"}{","b":[{"c":1}]}"#.utf8.count
    for count in 0..<whole {
      let path = "/cut?at=\(count)"
      let error = try await CurlTransport(TransportConfiguration.to(endpoint: peer.http(path))).failure()
      #expect(error.kind == .connectionClosed(received: count, expected: nil), "\(count) bytes")
    }
    let response = try await CurlTransport(.to(endpoint: peer.http("/cut?at=\(whole)"))).post()
    #expect(response.body.count == whole)
  }

  @Test func aServerThatSpeaksNoHTTP() async throws {
    let error = try await CurlTransport(TransportConfiguration.to(endpoint: peer.http("/garbage"))).failure()
    guard case .other = error.kind else {
      Issue.record("not told as something else: \(error)")
      return
    }
    #expect(error.message.contains(peer.http("/garbage")))
  }

  @Test(arguments: ["/plain?size=", "/chunked?size=", "/zipped?size="])
  func theLimitCountsTheBodyAfterDecompression(path: String) async throws {
    let atLimit = try TransportConfiguration.to(endpoint: peer.http(path + "50000"), maxResponseBytes: 50_000)
    #expect(try await CurlTransport(atLimit).post().body.count == 50_000)
    let overLimit = try TransportConfiguration.to(endpoint: peer.http(path + "50001"), maxResponseBytes: 50_000)
    let error = try await CurlTransport(overLimit).failure()
    #expect(error.kind == .responseTooLarge(limit: 50_000))
    #expect(error.message.contains("50000 bytes"))
  }

  @Test func aBodyInSeveralGzipMembersIsToldAsSuch() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/zipped-twice?size=2000")))
    let error = try await transport.failure()
    #expect(error.kind == .undecodable)
    #expect(error.message.contains("several gzip members"))
  }

  @Test func anAnnouncedLengthReservesLittle() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        let peer = try TransportPeer.shared.get()
        let configuration = try TransportConfiguration.to(endpoint: peer.http("/liar"), maxResponseBytes: 2 << 30)
        let transport = try CurlTransport(configuration)
        // What threads and the first use of libraries reserve is there after one request.
        _ = try await CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo"))).post()
        let before = try peakAddressSpace()
        #expect(
          try await transport.failure().kind == .connectionClosed(received: 40, expected: 100_000_000_000))
        #expect(try peakAddressSpace() - before < 1 << 30)
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func aTransportGoesOnAfterFailures() async throws {
    let transport = try CurlTransport(
      TransportConfiguration.to(endpoint: peer.http("/zipped?size=2000"), maxResponseBytes: 1000))
    for _ in 1...3 {
      #expect(try await transport.failure().kind == .responseTooLarge(limit: 1000))
    }
  }
}

/// The most bytes of addresses that this process ever had, used or only reserved.
private func peakAddressSpace() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") } ?? ""
  return try #require(Int(line.filter(\.isNumber))) * 1024
}
