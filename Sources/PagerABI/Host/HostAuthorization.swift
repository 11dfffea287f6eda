import CSwiftPager
import PagerClient
import PagerThreads
import PagerTransport

/// A request to C for the authorization. C owes one answer from the moment it gets the request.
final class HostAuthorization: Handled {
  static let handleName: StaticString = "authorization"
  static let staleName: StaticString = "answered"

  private let answer: Lock<Authorization.Reply?>
  private let queue: EventQueue

  init(_ answer: @escaping Authorization.Reply, queue: EventQueue) {
    self.answer = Lock(answer)
    self.queue = queue
  }

  /// Takes C's answer. If the client is released meanwhile, this runs the destroy functions that are left.
  func end(with result: Result<[HTTPHeader], ClientError>) {
    takeAnswer()?(result)
    queue.drainIfReleased()
  }

  /// Takes out the function that waits for the answer; nil the second time.
  func takeAnswer() -> Authorization.Reply? {
    answer.withLock { $0.take() }
  }
}

/// C's function for the authorization.
final class HostAuthorizer: Sendable {
  typealias Function = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?) -> Void

  private let function: Function
  private let userData: UserData
  private let queue: EventQueue
  private let isOver = Lock(false)

  init(_ function: @escaping Function, _ userData: UserData, queue: EventQueue) {
    self.function = function
    self.userData = userData
    self.queue = queue
  }

  /// Asks C on the thread that runs callbacks.
  func ask(_ reason: AuthorizationReason, _ answer: @escaping Authorization.Reply) {
    let asking = Asking(authorizer: self, reason: reason, authorization: HostAuthorization(answer, queue: queue))
    // A thread that has chosen this authorizer may come here late. Under the lock, so that the queue has the question
    // before the destroy function, or not at all.
    isOver.withLock { isOver in
      if !isOver { queue.enqueue(asking) }
    }
  }

  /// C gets no more requests. The client has chosen another authorizer, which answers those that wait.
  func end() {
    isOver.withLock { $0 = true }
    if userData.wantsDestroy { queue.enqueue(Destruction(userData: userData, owner: nil)) }
  }

  private struct Asking: Event {
    let authorizer: HostAuthorizer
    let reason: AuthorizationReason
    let authorization: HostAuthorization

    var isCommon: Bool { true }

    func deliver() -> Bool {
      guard let handle = authorization.makeHandle() else {
        authorization.takeAnswer()?(.failure(.outOfResources(message: "no handle is free for an authorization")))
        return false
      }
      reason.rawValue.withCString { authorizer.function(authorizer.userData.pointer, handle, $0) }
      return true
    }

    /// There may be no host left to answer.
    func wasLeft() {
      authorization.takeAnswer()?(.failure(.hook(message: "authorize did not return")))
    }
  }
}
