import CSwiftPager
import PagerClient
import PagerLocks

/// A question who is calling, as C holds it. C owes one answer from the moment it is asked.
final class HostAuthorization: Handled {
  static let handleName: StaticString = "authorization"

  private let answer: Mutex<Authorization.Answer?>

  init(_ answer: @escaping Authorization.Answer) {
    self.answer = Mutex(answer)
  }

  /// Takes over who waits for the answer; nil the second time.
  func takeAnswer() -> Authorization.Answer? {
    answer.withLock { $0.take() }
  }
}

/// A function of C's that is asked who is calling.
final class HostAuthorizer: Sendable {
  typealias Function = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?) -> Void

  private let function: Function
  private let userData: UserData
  private let queue: EventQueue

  init(_ function: @escaping Function, _ userData: UserData, queue: EventQueue) {
    self.function = function
    self.userData = userData
    self.queue = queue
  }

  /// Has C asked where callbacks are called.
  func ask(_ reason: AuthorizationReason, _ answer: @escaping Authorization.Answer) {
    queue.enqueue(.common(Asking(authorizer: self, reason: reason, authorization: HostAuthorization(answer))))
  }

  /// C is asked nothing more.
  func end() {
    if userData.wantsDestroy { queue.enqueue(.destroy(userData, of: nil)) }
  }

  private struct Asking: QueuedCall {
    let authorizer: HostAuthorizer
    let reason: AuthorizationReason
    let authorization: HostAuthorization

    func run() -> Bool {
      guard let handle = authorization.makeHandle() else {
        authorization.takeAnswer()?(.failure(.outOfResources(message: "no handle is free for an authorization")))
        return false
      }
      reason.rawValue.withCString { authorizer.function(authorizer.userData.pointer, handle, $0) }
      return true
    }

    /// It may be that nobody is there to answer.
    func wasLeft() {
      authorization.takeAnswer()?(.failure(.hook(message: "authorize did not return")))
    }
  }
}
