import CSwiftPager
import PagerLocks

/// The `user_data` of a callback, with the function that C wants called when it is not needed any more.
///
/// `destroy` runs exactly once: what takes the last step with the data calls `destroyNow()`.
final class UserData: Sendable {
  /// `@unchecked`: a pointer that C gave to be handed back, which this library never follows. What it points to is C's to guard.
  private struct Opaque: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
  }

  private let opaque: Opaque
  private let destroy: Mutex<swiftpager_destroy_cb?>

  init(_ pointer: UnsafeMutableRawPointer?, _ destroy: swiftpager_destroy_cb?) {
    opaque = Opaque(pointer: pointer)
    self.destroy = Mutex(destroy)
  }

  var pointer: UnsafeMutableRawPointer? { opaque.pointer }

  /// Whether there is a destroy function that has not run.
  var wantsDestroy: Bool { destroy.withLock { $0 != nil } }

  /// Calls the destroy function, unless it ran. No lock is held meanwhile.
  func destroyNow() {
    let function = destroy.withLock { destroy in
      defer { destroy = nil }
      return destroy
    }
    guard let function else { return }
    _ = CallbackStack.run {
      function(opaque.pointer)
    } whenLeft: {
    }
  }
}
