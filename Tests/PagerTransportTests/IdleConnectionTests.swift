import PagerTransport
import TestSupport
import Testing

@Suite("Bytes on idle connections", .asksAServer, .timeLimit(.minutes(1)))
struct IdleConnectionTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test(arguments: [false, true])
  func aLateResponseIsNotTheAnswerToTheNextRequest(overTLS: Bool) async throws {
    let key = newKey()
    let path = "/answer-late?test=\(key)"
    let transport = try CurlTransport(
      TransportConfiguration.to(
        endpoint: overTLS ? peer.https(path) : peer.http(path), tls: TLSConfiguration(caFile: peer.authorities)))
    for number in 1...5 {
      #expect(try Echo(try await transport.post("\(number)")).body == "\(number)")
    }
    #expect(try await peer.seen(key).connections == 1)
    for number in 6...8 {
      try await peer.sendLate(key)
      #expect(try Echo(try await transport.post("\(number)")).body == "\(number)")
    }
    #expect(try await peer.seen(key).requests == 8)
    #expect(try await peer.seen(key).connections == 4)
  }

  @Test func manySpoiledConnectionsAreAllGivenUp() async throws {
    let key = newKey()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/answer-late?test=\(key)")))
    for _ in 1...3 {
      try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in 1...20 {
          group.addTask { (number, try Echo(try await transport.post("\(number)")).body) }
        }
        for try await (number, body) in group {
          #expect(body == "\(number)")
        }
      }
      try await peer.sendLate(key)
    }
    #expect(try await peer.seen(key).requests == 60)
  }

  @Test func framesOnAnIdleHTTP2ConnectionAreNoReasonToGiveItUp() async throws {
    let key = newKey()
    let transport = try CurlTransport(
      TransportConfiguration.to(endpoint: peer.http2(), tls: TLSConfiguration(caFile: peer.authorities)))
    for _ in 1...3 {
      #expect(try await transport.post(#"{"test": "\#(key)"}"#).status == 200)
      try await peer.sendLate(key, ping: true)
    }
    #expect(try await peer.seen(key).connections == 1)
  }
}
