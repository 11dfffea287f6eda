/// Where a request is written and its answer is read.
///
/// Work that is no user's runs inline, on the thread that brought the answer, so that the next request leaves from there.
/// What a user wrote runs elsewhere.
package protocol RequestExecutor: Sendable {
  /// Runs work, in the order in which it was given, now or later.
  func execute(_ work: @escaping @Sendable () -> Void)
}

/// Runs work at once, where it is given.
package struct InlineExecutor: RequestExecutor {
  package init() {}

  package func execute(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}
