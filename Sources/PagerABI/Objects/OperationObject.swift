import CSwiftPager
import PagerState
import PagerCore
import Synchronization

/// What C wants called when an operation ends.
struct Completion: Sendable {
  let function: swiftpager_completion_cb?
  let userData: UserData
}

/// An operation as C holds it, from its start to the end that C is told.
final class OperationObject: Handled {
  static let handleName: StaticString = "operation"

  private struct Guarded {
    var operation: OperationID?
    /// Says why the operation failed, if it did; nil while it has not ended. A function, for the report takes a while to
    /// make and is not always wanted.
    var report: (@Sendable () -> ErrorReport?)?
    var isDelivered = false
  }

  let pager: PagerObject
  private let completion: Completion
  private let guarded = Mutex(Guarded())

  init(of pager: PagerObject, _ completion: Completion) {
    self.pager = pager
    self.completion = completion
  }

  func began(as operation: OperationID) {
    guarded.withLock { $0.operation = operation }
  }

  /// Keeps how the operation ended, for `deliver`.
  func end(with end: OperationEnd<DocumentPagerTypes>) {
    let shape = pager.shape
    guarded.withLock { $0.report = { ErrorReport(end, shape) } }
  }

  /// Tells C how the operation ended. Runs on the thread that dispatches.
  func deliver() -> Bool {
    let error = failure
    if let function = completion.function {
      let status = error?.status ?? .ok
      if let error {
        error.json.withCString { function(completion.userData.pointer, status.code, $0) }
      } else {
        function(completion.userData.pointer, status.code, nil)
      }
    }
    completion.userData.destroyNow()
    guarded.withLock { $0.isDelivered = true }
    return completion.function != nil
  }

  /// Whether C was told the end.
  var isDelivered: Bool { guarded.withLock { $0.isDelivered } }

  /// Why the operation failed; nil while it has not ended, or when it succeeded.
  var failure: ErrorReport? {
    guarded.withLock { $0.report }?()
  }

  func cancel() {
    if let operation = guarded.withLock({ $0.operation }) { pager.engine.cancel(operation) }
  }
}
