import DequeModule
import PagerThreads

/// The requests of a client that a limit of its server has refused. They are sent again one at a time.
///
/// Requests that are refused together would wake together, and the server would refuse most of them again. Therefore
/// only the first one is sent, and sent again until it has been answered or given up. Then the next one follows.
package final class LimitQueue: Sendable {
  private struct Guarded {
    /// The one request that may be sent.
    var first: (any AnyObject & Sendable)?
    /// Sends the first request; nil once a thread has taken it.
    var send: (@Sendable () -> Void)?
    /// The thread that sends. A request may end while it is sent, and then the next one is sent, which may end, too.
    var runner = OneRunner()
    /// The requests that have waited long enough, and the functions that send them.
    var others: Deque<(request: any AnyObject & Sendable, send: @Sendable () -> Void)> = []
  }

  private let guarded = Lock(Guarded())

  package init() {}

  /// Adds a request that was refused and is to be sent again: now, or once those before it are done.
  ///
  /// - Parameter send: sends the request. True: the request had to wait for others.
  func add(_ request: any AnyObject & Sendable, send: @escaping @Sendable (Bool) -> Void) {
    guarded.withLock { guarded in
      if guarded.first == nil || guarded.first === request {
        (guarded.first, guarded.send) = (request, { send(false) })
      } else {
        guarded.others.append((request, { send(true) }))
      }
    }
    sendNext()
  }

  /// Removes a request that has come to its end, whether it ever waited here or not.
  ///
  /// - Parameter clock: sends the next request a moment later; nil: it is sent at once. A caller that gives up one
  ///   request may be about to give up those behind it, too.
  func leave(_ request: any AnyObject & Sendable, on clock: (any RetryClock)? = nil) {
    let wasFirst = guarded.withLock { guarded in
      guard let first = guarded.first else { return false }
      guard first === request else {
        guarded.others.removeAll { $0.request === request }
        return false
      }
      let next = guarded.others.popFirst()
      (guarded.first, guarded.send) = (next?.request, next?.send)
      return true
    }
    guard wasFirst else { return }
    if clock?.after(.zero, { self.sendNext() }) == nil { sendNext() }
  }

  private func sendNext() {
    let isSender = guarded.withLock { $0.runner.begin() }
    guard isSender else { return }
    while let send = next() { send() }
  }

  private func next() -> (@Sendable () -> Void)? {
    guarded.withLock { guarded in
      if guarded.send == nil { guarded.runner.end() }
      return guarded.send.take()
    }
  }
}
