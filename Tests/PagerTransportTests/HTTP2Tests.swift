import PagerTransport
import Testing

@Suite("HTTP/2", .timeLimit(.minutes(2)))
struct HTTP2Tests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  /// A transport to the server that offers HTTP/2 over TLS.
  private func transport(_ version: ProtocolVersion = .automatic, path: String = "/") throws -> CurlTransport {
    try CurlTransport(
      TransportConfiguration.to(
        endpoint: peer.http2(path), tls: TLSConfiguration(caFile: peer.authorities), httpVersion: version))
  }

  @Test(arguments: [ProtocolVersion.automatic, .http2])
  func carriesManyRequestsOnOneConnection(version: ProtocolVersion) async throws {
    let key = newKey()
    let transport = try transport(version)
    try await withThrowingTaskGroup { group in
      for walker in 1...20 {
        group.addTask {
          for number in 1...20 {
            let body = #"{"test": "\#(key)", "number": \#(walker * 100 + number)}"#
            let response = try await transport.post(body)
            #expect(response.status == 200)
            #expect(response.contentType == "application/json")
            #expect(response.text == body)
          }
        }
      }
      try await group.waitForAll()
    }
    let seen = try await peer.seen(key)
    #expect(seen.requests == 400)
    #expect(seen.connections == 1)
  }

  @Test func cancellingTheOnlyRequestReachesTheServerAtOnce() async throws {
    let key = newKey()
    let dropped = Outcomes()
    let transport = try transport()
    let id = try transport.send(#"{"wait": true, "test": "\#(key)"}"#, into: dropped)
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    transport.cancel(id)
    #expect(try await peer.seen(key, aborted: 1).aborted == 1)
    #expect(try await transport.post().status == 200)
    #expect(transport.shutdown(timeout: patience))
    #expect(dropped.all == [])
  }

  @Test func cancellingOneOfManyResetsItsStreamAndLeavesTheOthersAlone() async throws {
    let (key, otherKey) = (newKey(), newKey())
    let outcomes = Outcomes()
    let transport = try transport()
    let id = try transport.send(#"{"wait": true, "test": "\#(key)"}"#, into: outcomes)
    _ = try transport.send(#"{"wait": true, "test": "\#(otherKey)"}"#, into: outcomes)
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    #expect(try await peer.seen(otherKey, requests: 1).requests == 1)
    transport.cancel(id)
    // The reset travels with the next frame of the connection at the latest.
    #expect(try await transport.post(#"{"test": "\#(otherKey)"}"#).status == 200)
    #expect(try await peer.seen(key, aborted: 1).aborted == 1)
    let other = try await peer.seen(otherKey)
    #expect(other.connections == 1)
    #expect(other.aborted == 0)
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == [.shutDown])
    #expect(try await peer.seen(otherKey, aborted: 1).aborted == 1)
  }

  @Test func isNotSpokenWhereTheConfigurationSaysHTTP1() async throws {
    // Only the HTTP/1.1 side of that server tells the method.
    #expect(try Echo(try await transport(.http1, path: "/echo").post()).method == "POST")
  }

  /// Sends a request that does not fit into the server's window, so that the answer comes before all of it has gone.
  /// Once the client has read the answer, the server resets the stream with the error `code`.
  private func postTooMuch(
    on transport: CurlTransport, code: Int, saysLength: Bool = true
  ) async throws -> TransportResponse {
    let key = newKey()
    let padding = String(repeating: "x", count: 100_000)
    async let answer = transport.post(
      #"{"early": \#(code), "length": \#(saysLength), "test": "\#(key)", "padding": "\#(padding)"}"#)
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    // This request has the server reset the stream, and its transfer reads the reset: libcurl 7.88 no longer reads for
    // a transfer whose whole answer is there.
    #expect(try await transport.post().text == "{}")
    return try await answer
  }

  @Test func anAnswerIsTakenAlthoughTheServerDoesNotWantTheRestOfTheRequest() async throws {
    let transport = try transport()
    for _ in 1...3 {
      let response = try await postTooMuch(on: transport, code: 0)
      #expect(response.status == 200)
      #expect(response.contentType == "application/json")
      #expect(response.text == #"{"data":null}"#)
    }
    #expect(try await transport.post().text == "{}")
  }

  @Test func anAnswerBeforeTheEndOfTheRequestIsNotTakenIfTheStreamEndsWithAnError() async throws {
    let transport = try transport()
    let error = try #require(
      await #expect(throws: TransportError.self) { try await postTooMuch(on: transport, code: 2) })
    #expect(error.kind == .connectionClosed(received: 13, expected: 13))
    #expect(error.message.contains("INTERNAL_ERROR"))
  }

  /// libcurl 7.88 may lose the end of such an answer.
  @Test func anAnswerBeforeTheEndOfTheRequestIsNotTakenWithoutItsLength() async throws {
    let transport = try transport()
    let error = try #require(
      await #expect(throws: TransportError.self) { try await postTooMuch(on: transport, code: 0, saysLength: false) })
    #expect(error.kind == .connectionClosed(received: 13, expected: nil))
  }

  /// nginx gives a connection up after 1,000 requests, and refuses those that are on their way.
  @Test(arguments: [1, 40, 250])
  func aConnectionThatTheServerGivesUpCostsNoRequest(walkers: Int) async throws {
    let nginx = try TransportPeer.withNginx.get()
    let transport = try CurlTransport(
      TransportConfiguration.to(endpoint: nginx.nginx, tls: TLSConfiguration(caFile: nginx.authorities)))
    try await withThrowingTaskGroup { group in
      for _ in 1...walkers {
        group.addTask {
          for _ in 1...(3500 / walkers) {
            let text = try await transport.post().text
            #expect(text == #"{"data":null}"#)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
