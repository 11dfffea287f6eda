import DequeModule
import PagerEngine
import PagerState
import Synchronization

/// What came in, from all threads: the ends of operations, and each subscriber's history.
final class Ledger: Sendable {
  private struct Guarded {
    var lastNumber = 0
    var accepted = 0
    var ends: [Int: Int] = [:]
    var histories: [SubscriberID: [String]] = [:]
    var unfinished: [SubscriberID: Deque<UpdateID>] = [:]
    /// Subscribers that have left: nothing may come for them any more.
    var left: Set<SubscriberID> = []
    var violations: [String] = []
  }

  private let guarded = Mutex(Guarded())

  /// How many operations were accepted.
  var accepted: Int { guarded.withLock { $0.accepted } }
  /// How often each call ended, by its number.
  var ends: [Int: Int] { guarded.withLock { $0.ends } }
  var histories: [SubscriberID: [String]] { guarded.withLock { $0.histories } }
  /// What must not have happened.
  var violations: [String] { guarded.withLock { $0.violations } }

  func leave(_ subscriber: SubscriberID) {
    guarded.withLock { _ = $0.left.insert(subscriber) }
  }

  /// A call was cancelled: it has ended.
  func expectEnd(of number: Int) {
    guarded.withLock { guarded in
      if guarded.ends[number] != 1 { guarded.violations.append("call \(number) was cancelled and has not ended") }
    }
  }

  /// The oldest update that a subscriber has to finish with.
  func takeUnfinished(of subscriber: SubscriberID) -> UpdateID? {
    guarded.withLock { $0.unfinished[subscriber]?.popFirst() }
  }

  /// A number that was not used before: for calls, pages and failures.
  func newNumber() -> Int {
    guarded.withLock { guarded in
      guarded.lastNumber += 1
      return guarded.lastNumber
    }
  }

  func accept() {
    guarded.withLock { $0.accepted += 1 }
  }

  /// The completion of the call with a number.
  func completion(_ number: Int) -> PagerEngine.EndOnly {
    { [self] _ in guarded.withLock { $0.ends[number, default: 0] += 1 } }
  }

  /// The sink of all subscribers.
  var sink: PagerEngine.Sink {
    { [self] subscriber, update in
      guarded.withLock { guarded in
        if guarded.left.contains(subscriber) {
          guarded.violations.append("subscriber \(subscriber.number) was told \(update.notation) after it had left")
        }
        guarded.histories[subscriber, default: []].append(update.notation)
        guarded.unfinished[subscriber, default: []].append(update.id)
      }
    }
  }
}
