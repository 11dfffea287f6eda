import DequeModule
import Dispatch
import PagerCore
import Synchronization

/// The updates of a pulled subscription that wait to be asked for.
final class UpdateInbox: Sendable {
  private struct Guarded {
    var updates = Deque<DocumentUpdate>()
    var waiters = Waiters()
    /// Whether C has taken an update and not asked for another one yet.
    var isWorking = false
    var isClosed = false
  }

  private let guarded = Mutex(Guarded())

  func put(_ update: DocumentUpdate, _ wakeups: inout Wakeups) {
    let woken = guarded.withLock { inbox in
      inbox.updates.append(update)
      return inbox.waiters.takeAll()
    }
    wakeups.add(woken)
  }

  /// No update will come any more; those that wait can still be taken.
  func close() {
    guarded.withLock { inbox in
      inbox.isClosed = true
      inbox.waiters.wakeAll()
    }
  }

  /// C asks for another update. Returns whether it is thereby done with one.
  func startNext() -> Bool {
    guarded.withLock { inbox in
      defer { inbox.isWorking = false }
      return inbox.isWorking
    }
  }

  /// The next update; waits for it until the deadline.
  ///
  /// - Throws: `timeout`, or `closed` when none will come.
  func take(until deadline: Deadline) throws(ErrorReport) -> DocumentUpdate {
    while true {
      let outcome = try guarded.withLock { inbox throws(ErrorReport) -> Outcome in
        if let update = inbox.updates.popFirst() {
          inbox.isWorking = true
          return .update(update)
        }
        if inbox.isClosed { throw ErrorReport(.closed, "the subscription has ended, and no update is left") }
        if deadline.isOver { throw ErrorReport(.timeout, "no update came in the given time") }
        return .wait(inbox.waiters.add())
      }
      switch outcome {
      case .update(let update): return update
      case .wait(let semaphore):
        if !semaphore.wait(until: deadline) { guarded.withLock { $0.waiters.remove(semaphore) } }
      }
    }
  }

  private enum Outcome {
    case update(DocumentUpdate)
    case wait(DispatchSemaphore)
  }
}
