import PagerTransport
import TestSupport
import Testing

@Suite("HTTP/2", .asksAServer, .timeLimit(.minutes(2)))
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

  /// The request does not fit into the server's window, and the server never makes room for the rest.
  @Test func anAnswerIsTakenThatComesBeforeTheRequestHasGone() async throws {
    let key = newKey()
    let transport = try transport()
    let padding = String(repeating: "x", count: 100_000)
    for number in 1...3 {
      let response = try await transport.post(#"{"early": true, "padding": "\#(padding)"}"#)
      #expect(response.status == 200)
      #expect(response.contentType == "application/json")
      #expect(response.text == #"{"data":null}"#)
      // The connection goes on to serve others.
      _ = try await transport.post(#"{"test": "\#(key)"}"#)
      #expect(try await peer.seen(key, requests: number).connections == 1)
    }
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
