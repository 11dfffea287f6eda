import DequeModule
import Glibc
import PagerCore
import PagerLocks
import PagerState
import Synchronization

/// The updates that wait to be pulled, and those that C works on.
final class UpdateInbox: Sendable {
  /// What is taken out.
  enum Taken {
    case update(DocumentUpdate)
    /// No update will come any more, and none is left.
    case end
  }

  private struct Guarded {
    var updates = Deque<DocumentUpdate>()
    /// Those that were pulled and are not finished with, each with the thread that pulled it.
    var pulled: [(update: UpdateID, thread: pthread_t)] = []
    var isClosed = false
  }

  private let guarded = Mutex(Guarded())
  private let ready = Atomic(false)

  /// Whether there is something to take. Read without a lock: whoever changes it wakes those who wait afterwards.
  var isReady: Bool { ready.load(ordering: .acquiring) }

  private func change<Result>(_ body: (inout Guarded) -> sending Result) -> sending Result {
    guarded.withLock { inbox in
      defer { ready.store(inbox.isClosed || !inbox.updates.isEmpty, ordering: .releasing) }
      return body(&inbox)
    }
  }

  func put(_ update: DocumentUpdate) {
    change { inbox in
      if !inbox.isClosed { inbox.updates.append(update) }
    }
  }

  /// No update will come any more.
  ///
  /// - Parameter dropping: whether those that wait are not to be taken either.
  func close(dropping: Bool) {
    change { inbox in
      inbox.isClosed = true
      if dropping { inbox.updates = [] }
    }
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

  /// Takes the next update, or the end; nil where there is neither.
  ///
  /// - Parameter handOut: called with an update before anything else can happen to the inbox; where it returns false, the
  ///   update is not for C any more. It must only note.
  func take(_ handOut: (DocumentUpdate) -> Bool) -> Taken? {
    change { inbox in
      while let update = inbox.updates.popFirst() {
        guard handOut(update) else { continue }
        inbox.pulled.append((update.id, pthread_self()))
        return .update(update)
      }
      return inbox.isClosed ? .end : nil
    }
  }
}
