import Foundation  // setenv
import PagerBytes
import PagerTransport
import TestSupport
import Testing

@Suite("Requests and responses", .asksAServer, .timeLimit(.minutes(1)))
struct RequestTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test func aRequestIsAPostWithTheBodyAndTheHeadersOfTheLibrary() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo?a=b"), userAgent: "tests/1"))
    let response = try await transport.post(#"{"query":"{ä}"}"#)
    #expect(response.status == 200)
    #expect(response.contentType == "application/json; charset=utf-8")
    #expect(response.location == nil)
    #expect(response.retryAfter == nil)
    let echo = try Echo(response)
    #expect(echo.method == "POST")
    #expect(echo.target == "/echo?a=b")
    #expect(echo.body == #"{"query":"{ä}"}"#)
    #expect(echo.values(of: "Content-Type") == ["application/json"])
    #expect(echo.values(of: "Accept") == ["application/graphql-response+json, application/json;q=0.9"])
    #expect(echo.values(of: "User-Agent") == ["tests/1"])
    #expect(echo.values(of: "Content-Length") == ["16"])
    #expect(echo.values(of: "Accept-Encoding").first?.contains("gzip") == true)
    #expect(echo.values(of: "Expect") == [])
  }

  @Test func aResponseHasItsHeaders() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/interim")))
    // The second response uses the memory of the first.
    for _ in 1...2 {
      let headers = try #require(try await transport.post().headers)
      func value(_ name: String) -> String? {
        headers.value(of: name).map { range in
          headers.bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
        }
      }
      #expect(value("x-late") == "a: b")
      #expect(value("CONTENT-LENGTH") == "2")
      #expect(value("X-Empty") == "")
      #expect(value("x-lat") == nil)
      #expect(value("HTTP/1.1 200 OK") == nil)
      #expect(value("x-early") == nil)
      #expect(value("") == nil)
    }
  }

  @Test func optionsAreOfOneRequest() async throws {
    let transport = try CurlTransport(
      TransportConfiguration.to(endpoint: peer.http("/echo"), headers: [HTTPHeader(name: "x-one", value: "1")]))
    let options = RequestOptions(headers: [
      HTTPHeader(name: "X-One", value: "2"), HTTPHeader(name: "accept", value: "text/plain"),
    ])
    let own = try Echo(try await transport.post(TransportRequest(body: [], options: options)))
    #expect(own.values(of: "x-one") == ["2"])
    #expect(own.values(of: "accept") == ["text/plain"])
    let usual = try Echo(try await transport.post())
    #expect(usual.values(of: "x-one") == ["1"])
    #expect(usual.values(of: "accept") == ["application/graphql-response+json, application/json;q=0.9"])
  }

  @Test func headersOfTheUserReplaceThoseOfTheLibraryAndKeepTheirOrder() async throws {
    let headers = [
      HTTPHeader(name: "x-one", value: "1"), HTTPHeader(name: "ACCEPT", value: "text/plain"),
      HTTPHeader(name: "user-agent", value: "mine"), HTTPHeader(name: "content-type", value: "application/x"),
      HTTPHeader(name: "x-one", value: "2"), HTTPHeader(name: "x-empty", value: ""),
      HTTPHeader(name: "x-blank", value: " \t"), HTTPHeader(name: "x-colons", value: "a: b; c"),
    ]
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo"), headers: headers))
    let echo = try Echo(try await transport.post())
    #expect(echo.values(of: "x-one") == ["1", "2"])
    #expect(echo.values(of: "accept") == ["text/plain"])
    #expect(echo.values(of: "user-agent") == ["mine"])
    #expect(echo.values(of: "content-type") == ["application/x"])
    #expect(echo.values(of: "x-empty") == [""])
    #expect(echo.values(of: "x-blank") == [""])
    #expect(echo.values(of: "x-colons") == ["a: b; c"])
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000, 3_000_000, 5])
  func bodiesOfAnySizeArriveWhole(size: Int) async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    let body = String(repeating: "b", count: size)
    // The second request uses the memory of the first.
    for sent in [body, "after", body] {
      #expect(try Echo(try await transport.post(sent)).body == sent)
    }
  }

  @Test(arguments: ["/plain?size=", "/chunked?size=", "/zipped?size="], [0, 1, 19_000, 5_000_000])
  func responsesOfAnySizeArriveWhole(path: String, size: Int) async throws {
    // An empty chunk would end a chunked body twice.
    guard path != "/chunked?size=" || size > 0 else { return }
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http(path + String(size))))
    let response = try await transport.post()
    let expected = path == "/zipped?size=" ? UInt8(ascii: "z") : UInt8(ascii: "x")
    #expect(response.body.count == size)
    #expect(response.body.bytes.allSatisfy { $0 == expected })
  }

  @Test func requestsOneAfterTheOtherShareAConnection() async throws {
    let key = newKey()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo?test=\(key)")))
    for number in 1...20 {
      #expect(try Echo(try await transport.post("\(number)")).body == "\(number)")
    }
    let seen = try await peer.seen(key)
    #expect(seen.requests == 20)
    #expect(seen.connections == 1)
  }

  @Test func manyRequestsAtOnceEachGetTheirOwnAnswer() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 1...50 {
        group.addTask { (number, try Echo(try await transport.post("\(number)")).body) }
      }
      for try await (number, body) in group {
        #expect(body == "\(number)")
      }
    }
  }

  @Test func aRedirectIsReportedNotFollowed() async throws {
    let key = newKey()
    let endpoint = peer.http("/redirect?test=\(key)&to=/elsewhere%3Fa%3D1")
    let withUser = endpoint.replacing("http://", with: "http://me:secret@")
    let response = try await CurlTransport(TransportConfiguration.to(endpoint: withUser)).post()
    #expect(response.status == 302)
    // Without the query, where people put keys.
    #expect(response.location == peer.http("/elsewhere"))
    #expect(try await peer.seen(key).requests == 1)
  }

  @Test func aServerThatAsksToWaitIsUnderstoodAndForgottenWithTheNextResponse() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/busy-once")))
    let first = try await transport.post()
    #expect(first.status == 429)
    #expect(first.retryAfter == .seconds(7))
    #expect(first.text == "slow down")
    let second = try await transport.post()
    #expect(second.status == 200)
    #expect(second.retryAfter == nil)
  }

  @Test func anErrorStatusIsAResponseWithItsBody() async throws {
    let response = try await CurlTransport(TransportConfiguration.to(endpoint: peer.http("/failing"))).post()
    #expect(response.status == 502)
    #expect(response.contentType == "text/html")
    #expect(response.text == "<html>Bad Gateway</html>")
  }

  @Test func userAndPasswordOfTheEndpointBecomeBasicAuthentication() async throws {
    let endpoint = peer.http("/echo").replacing("http://", with: "http://me:secret@")
    let echo = try Echo(try await CurlTransport(TransportConfiguration.to(endpoint: endpoint)).post())
    #expect(echo.values(of: "Authorization") == ["Basic bWU6c2VjcmV0"])
  }

  @Test func anEmptyProxyIsNoneWhateverTheEnvironmentSays() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        let peer = try TransportPeer.shared.get()
        // Port 1 needs a privileged server, and no test machine runs tcpmux.
        setenv("http_proxy", "http://127.0.0.1:1", 1)
        unsetenv("no_proxy")
        unsetenv("NO_PROXY")
        let direct = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo"), proxy: ""))
        #expect(try await direct.post().status == 200)
        let followed = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
        #expect(try await followed.failure().kind == .couldNotConnect)
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test(arguments: ["/close-idle", "/drop-second"])
  func aConnectionThatTheServerGaveUpIsReplacedUnseen(path: String) async throws {
    let key = newKey()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("\(path)?test=\(key)")))
    // More often than libcurl sends again over the life of a handle.
    for number in 1...12 {
      #expect(try Echo(try await transport.post("\(number)")).body == "\(number)")
    }
    #expect(try await peer.seen(key).connections == 12)
  }

  @Test func aRequestSentFromACompletionIsServedAThousandTimesInARow() async throws {
    let key = newKey()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo?test=\(key)")))
    #expect(try await walk(1000, on: transport) == 1000)
    #expect(try await peer.seen(key).connections == 1)
  }
}

/// Sends `count` requests, each from the completion of the one before; returns how many were answered in order.
private func walk(_ count: Int, on transport: CurlTransport) async throws -> Int {
  try await withCheckedThrowingContinuation { continuation in
    @Sendable func next(_ number: Int) {
      transport.post("\(number)") { result in
        do {
          guard try Echo(try result.get()).body == "\(number)", number < count else {
            return continuation.resume(returning: number)
          }
          next(number + 1)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    next(1)
  }
}
