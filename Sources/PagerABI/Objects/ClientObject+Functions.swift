import PagerClient
import PagerLocks

/// C's functions that a client calls in addition to callbacks.
struct ClientFunctions: Sendable {
  var observer: EventObserver?
  var authorizer: HostAuthorizer?
}

extension ClientObject {
  /// Sets the function that gets events; nil: none.
  func observe(_ observer: EventObserver?) throws(ErrorReport) {
    let old = try functions.withLock { functions throws(ErrorReport) in
      if isClosed { throw .closed }
      return exchange(&functions.observer, with: observer)
    }
    old?.end(on: client.observers)
    observer?.begin(on: client.observers)
  }

  /// Sets the function for the authorization; nil: none.
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
