package import PagerThreads

/// Work runs after what waits in the queue, or at once where the caller is one of its jobs.
///
/// So a pager's next request leaves as soon as its page is read, before subscribers are served with that page.
extension SerialQueue: RequestExecutor {
  package func execute(_ work: @escaping @Sendable () -> Void) {
    if isCaller { work() } else { async(work) }
  }
}
