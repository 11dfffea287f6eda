import SwiftPager
import Synchronization

/// What the callers of a stress test did and saw.
final class CallLedger: Sendable {
  private struct State {
    var outcomes: [PaginationError?] = []
    var histories: [[Result<HeroesOutput, any Error>]] = []
    var begun = 0
    var ended: [Int] = []
  }

  private let state = Mutex(State())

  /// What awaited calls threw.
  var outcomes: [PaginationError?] { state.withLock { $0.outcomes } }

  /// What each subscriber was sent.
  var histories: [[Result<HeroesOutput, any Error>]] { state.withLock { $0.histories } }

  /// How many calls with a completion were made.
  var begun: Int { state.withLock { $0.begun } }

  /// The numbers of those whose completion was called.
  var ended: [Int] { state.withLock { $0.ended } }

  func note(_ outcome: PaginationError?) {
    state.withLock { $0.outcomes.append(outcome) }
  }

  func note(_ history: [Result<HeroesOutput, any Error>]) {
    state.withLock { $0.histories.append(history) }
  }

  /// Counts a call, and returns its completion.
  func completion() -> @Sendable (PaginationError?) -> Void {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    return { _ in self.state.withLock { $0.ended.append(number) } }
  }
}
