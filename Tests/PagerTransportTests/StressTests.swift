import PagerTransport
import Synchronization
import TestSupport
import Testing

@Suite("Many threads", .asksAServer, .timeLimit(.minutes(1)))
struct StressTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test func everySendThatIsNotCancelledIsCalledBackExactlyOnce() async throws {
    // Over HTTP/2, where this server lets the body decide what is answered and what waits for ever.
    let storm = Storm(
      on: try CurlTransport(
        TransportConfiguration.to(endpoint: peer.http2(), tls: TLSConfiguration(caFile: peer.authorities))))
    await withTaskGroup { group in
      for seed in 1...8 {
        group.addTask { storm.rage(seed: UInt64(seed)) }
      }
    }
    #expect(storm.transport.shutdown(timeout: patience))
    let fates = storm.fates
    #expect(fates.count >= 480)
    #expect(fates.count { $0.isWaiting && $0.isCancelled } > 50)
    #expect(fates.count { $0.isWaiting && !$0.isCancelled } > 50)
    for fate in fates {
      if !fate.isCancelled {
        #expect(fate.calls == 1)
      } else if fate.isWaiting {
        #expect(fate.calls == 0)
      } else {
        // The cancel may have come after the answer.
        #expect(fate.calls <= 1)
      }
    }
    #expect(storm.outcomes.all.allSatisfy { $0 == nil || $0 == .shutDown })
  }
}

/// Sends and cancels at random, and keeps account of every send.
private final class Storm: Sendable {
  /// What became of one send.
  struct Fate {
    /// The server never answers.
    let isWaiting: Bool
    var calls = 0
    /// Cancelled, or refused: no call is owed.
    var isCancelled = false
  }

  let transport: CurlTransport
  let outcomes = Outcomes()
  private let state = Mutex<[Fate]>([])

  init(on transport: CurlTransport) {
    self.transport = transport
  }

  var fates: [Fate] { state.withLock { $0 } }

  /// Sends sixty times and cancels about half of it, each some sends later.
  func rage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var doomed: [(number: Int, id: TransferID)] = []
    for _ in 1...60 {
      let (number, id) = send(waiting: Bool.random(using: &random), again: Int.random(in: 0...2, using: &random))
      if Bool.random(using: &random), let id {
        doomed.append((number, id))
      }
      if random.chance(1, of: 3) {
        cancel(doomed)
        doomed = []
      }
    }
    cancel(doomed)
  }

  private func cancel(_ doomed: [(number: Int, id: TransferID)]) {
    for (number, id) in doomed {
      state.withLock { $0[number].isCancelled = true }
      transport.cancel(id)
    }
  }

  /// Sends once; the completion sends again as often as asked.
  @discardableResult
  private func send(waiting: Bool, again: Int) -> (number: Int, id: TransferID?) {
    let number = state.withLock { fates in
      fates.append(Fate(isWaiting: waiting))
      return fates.count - 1
    }
    let id = try? transport.send(Array(#"{"wait": \#(waiting)}"#.utf8)) { result in
      self.outcomes.add(result)
      self.state.withLock { $0[number].calls += 1 }
      if again > 0 {
        self.send(waiting: waiting, again: again - 1)
      }
    }
    if id == nil {
      state.withLock { $0[number].isCancelled = true }
    }
    return (number, id)
  }
}
