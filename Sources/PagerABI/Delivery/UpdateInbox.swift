import DequeModule
import Dispatch
import Glibc
import PagerCore
import PagerState
import PagerTransport
import Synchronization

/// The updates of a pulled subscription that wait to be asked for, and those that C works on.
final class UpdateInbox: Sendable {
  private struct Guarded {
    var updates = Deque<DocumentUpdate>()
    var waiters = Waiters()
    /// Those that were pulled and are not finished with, each with the thread that pulled it.
    var pulled: [(update: UpdateID, thread: pthread_t)] = []
    var isClosed = false
  }

  private enum Outcome {
    case update(DocumentUpdate)
    case wait(DispatchSemaphore)
  }

  private let guarded = Mutex(Guarded())
  private let place: any WaitingPlace

  /// - Parameter place: where threads wait for updates.
  init(waitingAt place: any WaitingPlace) {
    self.place = place
  }

  func put(_ update: DocumentUpdate) {
    let woken = guarded.withLock { inbox in
      inbox.updates.append(update)
      return inbox.waiters.takeAll()
    }
    for semaphore in woken { place.signal(semaphore) }
  }

  /// No update will come any more; those that wait can still be taken.
  func close() {
    let woken = guarded.withLock { inbox in
      inbox.isClosed = true
      return inbox.waiters.takeAll()
    }
    for semaphore in woken { place.signal(semaphore) }
  }

  /// C asks for another update. Returns the one that it is thereby done with: the one that this thread pulled before, or
  /// else the oldest, for a consumer may move from thread to thread.
  func startNext() -> UpdateID? {
    let thread = pthread_self()
    return guarded.withLock { inbox in
      guard let index = inbox.pulled.firstIndex(where: { $0.thread == thread }) ?? inbox.pulled.indices.first else {
        return nil
      }
      return inbox.pulled.remove(at: index).update
    }
  }

  /// The last reference to an update was given back. Returns whether C was still working on it.
  func release(_ update: UpdateID) -> Bool {
    guarded.withLock { inbox in
      guard let index = inbox.pulled.firstIndex(where: { $0.update == update }) else { return false }
      inbox.pulled.remove(at: index)
      return true
    }
  }

  /// The next update; waits for it until the deadline.
  ///
  /// - Parameter handOut: called with it before anything else can happen to the inbox. It must only note.
  /// - Throws: `timeout`, or `closed` when none will come.
  func take(until deadline: Deadline, _ handOut: (DocumentUpdate) -> Void) throws(ErrorReport) -> DocumentUpdate {
    while true {
      let outcome = try guarded.withLock { inbox throws(ErrorReport) -> Outcome in
        if let update = inbox.updates.popFirst() {
          inbox.pulled.append((update.id, pthread_self()))
          handOut(update)
          return .update(update)
        }
        if inbox.isClosed { throw ErrorReport(.closed, "the subscription has ended, and no update is left") }
        if deadline.isOver { throw ErrorReport(.timeout, "no update came in the given time") }
        return .wait(inbox.waiters.add())
      }
      switch outcome {
      case .update(let update): return update
      case .wait(let semaphore):
        if !place.wait(for: semaphore, until: deadline.time) { guarded.withLock { $0.waiters.remove(semaphore) } }
      }
    }
  }
}
