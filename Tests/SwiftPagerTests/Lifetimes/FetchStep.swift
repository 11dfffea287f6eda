import Synchronization

/// What a fetch makes the code of its user do, in this order.
enum FetchStep: String, CaseIterable {
  case beginning, encoding, decoding, extracting, resolving, transforming, receiving, completing

  /// One fetch at a time is watched in a process.
  private static let watched = Mutex<(step: FetchStep, action: @Sendable () -> Void)?>(nil)

  /// Calls a function, once, when a fetch next comes to a step.
  static func watch(_ step: FetchStep, _ action: @escaping @Sendable () -> Void) {
    watched.withLock { $0 = (step, action) }
  }

  /// Called by the code of a user that is this step.
  func reach() {
    let action = Self.watched.withLock { watched -> (@Sendable () -> Void)? in
      guard watched?.step == self else { return nil }
      return watched.take()?.action
    }
    action?()
  }
}
