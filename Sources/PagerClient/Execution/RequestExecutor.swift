/// Where a request is written and its answer is read.
///
/// Work without a user's code runs inline, on the thread that brought the answer. The next request then leaves from
/// that thread. A user's code runs elsewhere.
package protocol RequestExecutor: Sendable {
  /// Runs work now or later, in the order of the calls.
  func execute(_ work: @escaping @Sendable () -> Void)
}

/// Runs work at once, on the calling thread.
package struct InlineExecutor: RequestExecutor {
  package init() {}

  package func execute(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}
