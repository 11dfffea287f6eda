import DequeModule
import PagerLocks

/// The requests of a client that a limit of its server's has refused, on their way back: they go one at a time.
///
/// Requests that are refused together would wake together, and most of them be refused again. So one goes, and goes again
/// until it has been answered or given up; then the next one does.
package final class LimitQueue: Sendable {
  private struct Guarded {
    /// Whose turn it is.
    var first: Execution?
    /// What sends it, until a thread does.
    var send: (@Sendable () -> Void)?
    /// Whether a thread sends what is next. A request may end as it is sent, and so the next, and the next: they do not nest.
    var isSending = false
    /// Those whose waits are over, and what sends them.
    var others: Deque<(execution: Execution, send: @Sendable () -> Void)> = []
  }

  private let guarded = Mutex(Guarded())

  package init() {}

  /// A request that was refused is to be sent again: now, or when its turn comes.
  ///
  /// - Parameter send: sends it. True: it had to wait for others.
  func add(_ execution: Execution, send: @escaping @Sendable (Bool) -> Void) {
    guarded.withLock { guarded in
      if guarded.first == nil || guarded.first === execution {
        (guarded.first, guarded.send) = (execution, { send(false) })
      } else {
        guarded.others.append((execution, { send(true) }))
      }
    }
    sendNext()
  }

  /// A request has come to its end, whether it ever waited here or not.
  ///
  /// - Parameter clock: what has the next one go a moment later; nil: it goes at once. Whoever gives up a request may be giving up
  ///   those behind it, too.
  func leave(_ execution: Execution, on clock: (any RetryClock)? = nil) {
    let wasFirst = guarded.withLock { guarded in
      guard let first = guarded.first else { return false }
      guard first === execution else {
        guarded.others.removeAll { $0.execution === execution }
        return false
      }
      let next = guarded.others.popFirst()
      (guarded.first, guarded.send) = (next?.execution, next?.send)
      return true
    }
    guard wasFirst else { return }
    if clock?.after(.zero, { self.sendNext() }) == nil { sendNext() }
  }

  private func sendNext() {
    let isSender = guarded.withLock { !exchange(&$0.isSending, with: true) }
    guard isSender else { return }
    while let send = next() { send() }
  }

  private func next() -> (@Sendable () -> Void)? {
    guarded.withLock { guarded in
      guarded.isSending = guarded.send != nil
      return guarded.send.take()
    }
  }
}
