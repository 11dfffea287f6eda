import SwiftPager
import Synchronization
import TestSupport
import Testing

/// What the callers of one pager did and saw in a stress test, and what has to hold of it.
final class CallLedger: Sendable {
  typealias Listener = DemandingSubscriber<Result<HeroesOutput, any Error>>

  /// A subscription that was cancelled, and how many outputs it had brought by then.
  private struct Departure {
    let listener: Listener
    let count: Int
  }

  private struct State {
    var outcomes: [PaginationError?] = []
    var begun = 0
    /// How often each completion was called, by the number of its call.
    var ends: [Int: Int] = [:]
    var departures: [Departure] = []
    /// Subscribers that stay until the pager goes.
    var stayers: [Listener] = []
    /// Subscribers of other pagers, which were dropped.
    var abandoned: [Listener] = []
    /// What was read of `updates`.
    var readings: [[Result<HeroesOutput, any Error>]] = []
  }

  /// Subscribed before the first call, and takes everything at once.
  private let witness: Listener
  private let state = Mutex(State())

  init(of pager: HeroesPager) {
    witness = Listener(pager, demand: .unlimited)
  }

  // MARK: What happened

  func note(_ outcome: PaginationError?) {
    state.withLock { $0.outcomes.append(outcome) }
  }

  /// Counts a call, and returns its completion.
  func completion() -> @Sendable (PaginationError?) -> Void {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    return { _ in self.state.withLock { $0.ends[number, default: 0] += 1 } }
  }

  /// Ends a subscription.
  func leave(_ listener: Listener) {
    listener.cancel()
    let departure = Departure(listener: listener, count: listener.history.count)
    state.withLock { $0.departures.append(departure) }
  }

  func stay(_ listener: Listener) {
    state.withLock { $0.stayers.append(listener) }
  }

  func abandon(_ listener: Listener) {
    state.withLock { $0.abandoned.append(listener) }
  }

  func noteReading(_ history: [Result<HeroesOutput, any Error>]) {
    state.withLock { $0.readings.append(history) }
  }

  /// Whether chance has brought enough of everything to mean something.
  var hasSeenEnough: Bool {
    state.withLock { state in
      witness.history.count > 20 && state.begun > 20 && state.abandoned.count > 10 && state.readings.count > 10
        && state.departures.filter { $0.count > 1 }.count > 10
        && Set(state.outcomes).isSuperset(of: [nil, .cancellation, .loadInProgress])
    }
  }

  // MARK: What has to hold

  /// Waits for what was begun to end, and checks what was seen. Called when the pager is gone.
  func check(_ chance: StressChance) async throws {
    let state = state.withLock { $0 }
    try await eventually("all completions are called") { self.state.withLock { $0.ends.count == $0.begun } }
    for listener in [witness] + state.stayers + state.abandoned {
      // One that asked for a part only, and left the rest.
      listener.request(.unlimited)
      try await eventually("a subscriber is told the end") { listener.endCount > 0 }
      #expect(listener.endCount == 1, "\(chance)")
      #expect(listener.history.isInOrder, "\(chance): \(listener.history.map(\.notation))")
    }
    // Exactly one end.
    #expect(self.state.withLock { Set($0.ends.values).isSubset(of: [1]) }, "\(chance)")
    // Nothing after a cancel, but what another thread was about to deliver.
    for departure in state.departures {
      #expect(departure.listener.history.count <= departure.count + 1, "\(chance)")
      #expect(departure.listener.endCount == 0, "\(chance)")
    }
    // Each output once and in order, no matter when a subscriber came: all see a part of what the witness saw.
    let everything = SightedHistory(witness.history)
    let listeners = state.stayers + state.departures.map(\.listener)
    for history in listeners.map(\.history) + state.readings {
      #expect(everything.contains(SightedHistory(history)), "\(chance): \(history.map(\.notation))")
    }
    // One at a time.
    #expect((listeners + state.abandoned + [witness]).allSatisfy { $0.overlapCount == 0 }, "\(chance)")
  }
}
