/// Waits until something holds that other threads bring about.
///
/// The limit guards against hangs only: it is far longer than anything takes.
///
/// - Throws: `NeverHappened` after the limit.
package func eventually(
  _ what: String, within limit: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while !(await condition()) {
    guard ContinuousClock.now < deadline else { throw NeverHappened(what: what) }
    try await Task.sleep(for: .microseconds(200))
  }
}

/// Something a test waited for did not happen.
package struct NeverHappened: Error, CustomStringConvertible {
  package let what: String

  package var description: String { "this never happened: \(what)" }
}
