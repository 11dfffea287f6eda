package import PagerThreads

/// Work runs after the jobs that wait in the queue, or at once if the caller is one of its jobs.
///
/// A pager's next request therefore leaves as soon as its page is read, before subscribers get that page.
extension SerialQueue: RequestExecutor {
  package func execute(_ work: @escaping @Sendable () -> Void) {
    if isCaller { work() } else { async(work) }
  }
}
