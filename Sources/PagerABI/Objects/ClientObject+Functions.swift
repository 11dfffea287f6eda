import PagerClient
import PagerLocks

/// The functions of C's that a client calls beside callbacks.
struct ClientFunctions: Sendable {
  var observer: EventObserver?
  var authorizer: HostAuthorizer?
}

extension ClientObject {
  /// Has another function told what happens; nil: none.
  func observe(_ observer: EventObserver?) throws(ErrorReport) {
    let old = try functions.withLock { functions throws(ErrorReport) in
      if isClosed { throw .closed }
      return exchange(&functions.observer, with: observer)
    }
    old?.end(on: client.observers)
    observer?.begin(on: client.observers)
  }

  /// Has another function asked who is calling; nil: none.
  func setAuthorizer(_ authorizer: HostAuthorizer?) throws(ErrorReport) {
    let old = try functions.withLock { functions throws(ErrorReport) in
      if isClosed { throw .closed }
      return exchange(&functions.authorizer, with: authorizer)
    }
    if let authorizer {
      client.authorization.set { authorizer.ask($0, $1) }
    } else {
      client.authorization.set(nil)
    }
    old?.end()
  }

  /// The client is gone: nothing is called any more.
  func endFunctions() {
    let functions = functions.withLock { exchange(&$0, with: ClientFunctions()) }
    functions.observer?.end(on: client.observers)
    functions.authorizer?.end()
  }
}
