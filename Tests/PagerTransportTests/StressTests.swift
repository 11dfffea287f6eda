import PagerTransport
import Synchronization
import Testing

@Suite("Many threads", .timeLimit(.minutes(1)))
struct StressTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  @Test func everySendThatIsNotCancelledIsCalledBackExactlyOnce() async throws {
    let storm = Storm(on: try CurlTransport(TransportConfiguration.to(endpoint: peer.http("/echo"))))
    await withTaskGroup { group in
      for seed in 1...8 {
        group.addTask { await storm.rage(seed: UInt64(seed)) }
      }
    }
    // With many still in flight.
    #expect(storm.transport.shutdown(timeout: patience))
    let fates = storm.fates
    #expect(fates.count >= 480)
    #expect(fates.contains { $0.isCancelled && $0.calls == 0 })
    for fate in fates {
      #expect(fate.calls == 1 || (fate.isCancelled && fate.calls == 0))
    }
    #expect(storm.outcomes.all.allSatisfy { $0 == nil || $0 == .shutDown })
  }
}

/// Sends and cancels at random, and keeps account of every send.
private final class Storm: Sendable {
  /// What became of one send.
  struct Fate {
    var calls = 0
    /// Cancelled, or refused: nobody need be called back.
    var isCancelled = false
  }

  let transport: CurlTransport
  let outcomes = Outcomes()
  private let state = Mutex<[Fate]>([])

  init(on transport: CurlTransport) {
    self.transport = transport
  }

  var fates: [Fate] { state.withLock { $0 } }

  /// Sends sixty times and cancels about half of it, some at once and some a little later.
  func rage(seed: UInt64) async {
    var random = SplitMix(state: seed)
    for _ in 1...60 {
      let (number, id) = send(again: Int.random(in: 0...2, using: &random))
      guard Bool.random(using: &random), let id else { continue }
      if Bool.random(using: &random) {
        await Task.yield()
      }
      state.withLock { $0[number].isCancelled = true }
      transport.cancel(id)
    }
  }

  /// Sends once; the completion sends again as often as asked.
  @discardableResult
  private func send(again: Int) -> (number: Int, id: TransferID?) {
    let number = state.withLock { fates in
      fates.append(Fate())
      return fates.count - 1
    }
    let id = try? transport.send(Array("{}".utf8)) { result in
      self.outcomes.add(result)
      self.state.withLock { $0[number].calls += 1 }
      if again > 0 {
        self.send(again: again - 1)
      }
    }
    if id == nil {
      state.withLock { $0[number].isCancelled = true }
    }
    return (number, id)
  }
}

/// A small generator with a seed, so that a failure can be had again: SplitMix64.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
