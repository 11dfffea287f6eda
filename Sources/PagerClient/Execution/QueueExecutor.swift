package import Dispatch

/// Runs work on a serial queue: after what waits there, or at once where the caller is on that queue already.
///
/// So a pager's next request leaves as soon as its page is read, before subscribers are served with that page.
package struct QueueExecutor: RequestExecutor {
  private let queue: DispatchQueue
  private let mark = DispatchSpecificKey<Void>()

  package init(_ queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: mark, value: ())
  }

  package func execute(_ work: @escaping @Sendable () -> Void) {
    if DispatchQueue.getSpecific(key: mark) != nil {
      work()
    } else {
      queue.async(execute: work)
    }
  }
}
