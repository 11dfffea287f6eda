import PagerTransport
import Synchronization
import TestSupport
import Testing

@Suite("Cancelling", .asksAServer, .timeLimit(.minutes(1)))
struct CancellationTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test func closesTheConnectionAndDropsTheCompletion() async throws {
    let key = newKey()
    let outcomes = Outcomes()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/wait?test=\(key)")))
    let id = try transport.send("{}", into: outcomes)
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    transport.cancel(id)
    #expect(try await peer.seen(key, aborted: 1).aborted == 1)
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == [])
  }

  @Test func wakesAThreadThatHasNothingElseToDo() async throws {
    let key = newKey()
    // No limit of time that would wake it meanwhile, nor those that libcurl sets for making a connection.
    let transport = try CurlTransport(
      TransportConfiguration.to(
        endpoint: peer.http("/wait-at?at=2&test=\(key)"), timeout: .zero, connectTimeout: .seconds(1000)))
    _ = try await transport.post()
    let id = try transport.send("{}", into: Outcomes())
    #expect(try await peer.seen(key, requests: 2).connections == 1)
    transport.cancel(id)
    #expect(try await peer.seen(key, aborted: 1).aborted == 1)
  }

  @Test func leavesLaterConnectionsFitForReuse() async throws {
    let key = newKey()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/wait-at?at=1&test=\(key)")))
    let id = try transport.send("{}", into: Outcomes())
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    transport.cancel(id)
    // Once it is gone, the next request takes its place.
    #expect(try await peer.seen(key, aborted: 1).aborted == 1)
    for number in 1...6 {
      #expect(try Echo(try await transport.post("\(number)")).body == "\(number)")
    }
    #expect(try await peer.seen(key).connections == 2)
  }

  @Test func rightAfterSendingNothingIsSent() async throws {
    let key = newKey()
    let outcomes = Outcomes()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo?test=\(key)")))
    for _ in 1...20 {
      let id = try transport.send("{}", into: outcomes)
      transport.cancel(id)
    }
    #expect(try await transport.post().status == 200)
    #expect(transport.shutdown(timeout: patience))
    // A transfer may have begun before its cancel came; none may have called back.
    #expect(outcomes.all == [])
  }

  @Test func oneTransferLeavesTheOthersAlone() async throws {
    let key = newKey()
    let outcomes = Outcomes()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/wait?test=\(key)")))
    let ids = try (1...3).map { _ in try transport.send("{}", into: outcomes) }
    #expect(try await peer.seen(key, requests: 3).requests == 3)
    transport.cancel(ids[1])
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == [.shutDown, .shutDown])
  }

  @Test func freesWhatTheCompletionHoldsAtOnce() async throws {
    final class Held: Sendable {}
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/wait")))
    weak var held: Held?
    let id = try {
      let object = Held()
      held = object
      return try transport.send([]) { _ in withExtendedLifetime(object) {} }
    }()
    #expect(held != nil)
    transport.cancel(id)
    #expect(held == nil)
  }

  @Test func anUnknownOrEndedTransferIsIgnored() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    transport.cancel(TransferID(rawValue: 1))
    let results = AsyncStream<Result<TransportResponse, TransportError>>.makeStream()
    let id = try transport.send([]) { results.continuation.yield($0) }
    let outcomes = Outcomes()
    for await result in results.stream.prefix(1) {
      outcomes.add(result)
    }
    #expect(outcomes.all == [nil])
    transport.cancel(id)
    transport.cancel(id)
    transport.cancel(TransferID(rawValue: .max))
    #expect(try await transport.post().status == 200)
    #expect(transport.shutdown(timeout: patience))
    transport.cancel(id)
  }

  @Test func fromInsideACompletionAbortsATransferThatHasNotBegun() async throws {
    let key = newKey()
    let dropped = Outcomes()
    let transport = try CurlTransport(
      TransportConfiguration.to(endpoint: peer.http("/wait?test=\(key)"), timeout: .seconds(2)))
    try await withCheckedThrowingContinuation { continuation in
      transport.post { _ in
        continuation.resume(
          with: Result {
            let second = try transport.send("{}", into: dropped)
            transport.cancel(second)
            transport.cancel(second)
          })
      }
    }
    #expect(transport.shutdown(timeout: patience))
    #expect(dropped.all == [])
    #expect(try await peer.seen(key).requests == 1)
  }

  @Test func fromInsideACompletionAbortsATransferInFlight() async throws {
    let key = newKey()
    let dropped = Outcomes()
    // Over HTTP/2, where this server lets the body decide what waits and what is answered.
    let transport = try CurlTransport(
      TransportConfiguration.to(endpoint: peer.http2(), tls: TLSConfiguration(caFile: peer.authorities)))
    let waiting = try transport.send(#"{"wait": true, "test": "\#(key)"}"#, into: dropped)
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    let status = try await withCheckedThrowingContinuation { continuation in
      transport.post { result in
        transport.cancel(waiting)
        continuation.resume(with: result.map(\.status))
      }
    }
    #expect(status == 200)
    #expect(try await peer.seen(key, aborted: 1).aborted == 1)
    #expect(transport.shutdown(timeout: patience))
    #expect(dropped.all == [])
  }

  @Test func ofItselfFromInsideItsCompletionIsIgnored() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    let own = Mutex<TransferID?>(nil)
    let response = try await withCheckedThrowingContinuation { continuation in
      // The completion waits at the lock until the id is known.
      own.withLock { id in
        id = try? transport.send([]) { result in
          if let id = own.withLock({ $0 }) {
            transport.cancel(id)
          }
          continuation.resume(with: result)
        }
      }
    }
    #expect(response.status == 200)
    #expect(try await transport.post().status == 200)
  }
}
