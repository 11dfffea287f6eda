/// A call of a function of C's that is no callback of an operation or a subscription: a hook, or one of a transport. It waits
/// for a thread of the caller, like those.
protocol QueuedCall: Sendable {
  /// Calls the function. Returns whether there still was a call to make.
  func run() -> Bool
  /// The function was left without returning.
  func wasLeft()
}
