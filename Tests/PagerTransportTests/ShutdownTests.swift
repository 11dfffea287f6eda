import Dispatch
import PagerTransport
import Synchronization
import TestSupport
import Testing

@Suite("Shutting down", .asksAServer, .timeLimit(.minutes(1)))
struct ShutdownTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test func endsTransfersInFlightOnceEachInTheOrderOfTheirSends() async throws {
    let key = newKey()
    let ended = Mutex<[Int]>([])
    let outcomes = Outcomes()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/wait?test=\(key)")))
    for number in 1...10 {
      _ = try transport.send([]) { result in
        outcomes.add(result)
        ended.withLock { $0.append(number) }
      }
    }
    #expect(try await peer.seen(key, requests: 10).requests == 10)
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == Array(repeating: .shutDown, count: 10))
    #expect(ended.withLock { $0 } == Array(1...10))
    #expect(try await peer.seen(key, aborted: 10).aborted == 10)
  }

  @Test func endsTransfersThatHaveNotBegun() async throws {
    let outcomes = Outcomes()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/wait")))
    for _ in 1...50 {
      _ = try transport.send("{}", into: outcomes)
    }
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == Array(repeating: .shutDown, count: 50))
  }

  @Test func twiceOrWithoutAnySendIsFine() async throws {
    let unused = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    #expect(unused.shutdown(timeout: .zero))
    #expect(unused.shutdown(timeout: patience))
    let used = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    _ = try await used.post()
    #expect(used.shutdown(timeout: patience))
    #expect(used.shutdown(timeout: .zero))
  }

  @Test func fromManyThreadsAtOnceIsFine() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    _ = try await transport.post()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 1...8 {
        group.addTask { transport.shutdown(timeout: patience) }
      }
      for await hasEnded in group {
        #expect(hasEnded)
      }
    }
  }

  @Test func refusesWhatIsSentAfterwards() async throws {
    let outcomes = Outcomes()
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    _ = try await transport.post()
    #expect(transport.shutdown(timeout: patience))
    let error = #expect(throws: TransportError.self) { try transport.send("{}", into: outcomes) }
    #expect(error?.kind == .shutDown)
    #expect(outcomes.all == [])
  }

  @Test func fromInsideACompletionDoesNotWaitForItself() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    let outcomes = Outcomes()
    let hasEnded = await withCheckedContinuation { continuation in
      transport.post { _ in
        // Longer than this suite may take.
        let hasEnded = transport.shutdown(timeout: .seconds(1000))
        #expect(throws: TransportError.self) { try transport.send("{}", into: outcomes) }
        continuation.resume(returning: hasEnded)
      }
    }
    #expect(!hasEnded)
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == [])
  }

  @Test func aCompletionThatHoldsTheThreadIsWaitedForNoLongerThanAsked() throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo")))
    let outcomes = Outcomes()
    let entered = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    transport.post { result in
      entered.signal()
      gate.wait()
      outcomes.add(result)
    }
    entered.wait()
    #expect(!transport.shutdown(timeout: .milliseconds(50)))
    #expect(outcomes.all == [])
    gate.signal()
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == [nil])
  }

  @Test func aCompletionOfTheEndMayCancelTheOthers() async throws {
    let transport = try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/wait")))
    let ids = Mutex<[TransferID]>([])
    let outcomes = Outcomes()
    for _ in 1...5 {
      let sent = try transport.send([]) { result in
        outcomes.add(result)
        for other in ids.withLock({ $0 }) {
          transport.cancel(other)
        }
      }
      ids.withLock { $0.append(sent) }
    }
    #expect(transport.shutdown(timeout: patience))
    #expect(outcomes.all == [.shutDown])
  }

  @Test func happensByItselfWhenTheLastReferenceGoes() async throws {
    let key = newKey()
    let configuration = try TransportConfiguration.to(endpoint: peer.http("/wait?test=\(key)"))
    let results = AsyncStream<Result<TransportResponse, TransportError>>.makeStream()
    do {
      let transport = try CurlTransport(configuration)
      for _ in 1...3 {
        _ = try transport.send([]) { results.continuation.yield($0) }
      }
      #expect(try await peer.seen(key, requests: 3).requests == 3)
    }
    let outcomes = Outcomes()
    for await result in results.stream.prefix(3) {
      outcomes.add(result)
    }
    #expect(outcomes.all == [.shutDown, .shutDown, .shutDown])
    #expect(try await peer.seen(key, aborted: 3).aborted == 3)
  }

  @Test func happensByItselfWhenTheLastReferenceGoesInsideACompletion() async throws {
    let configuration = try TransportConfiguration.to(endpoint: peer.http("/echo"))
    let status = try await withCheckedThrowingContinuation { continuation in
      do {
        let transport = try CurlTransport(configuration)
        _ = try transport.send([]) { result in
          withExtendedLifetime(transport) {}
          continuation.resume(with: result.map(\.status))
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(status == 200)
  }
}
