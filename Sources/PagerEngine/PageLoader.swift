public import PagerClient
public import PagerState

/// Turns a request of the state into a page: what differs between the faces of a pager.
public protocol PageLoader: Sendable {
  /// Makes ready what loads a page and reports to the engine, with the load's number.
  ///
  /// Called under the engine's lock: it only makes the execution, which the engine starts once it has left the lock.
  ///
  /// - Parameters:
  ///   - terms: the call's options for its requests.
  ///   - demand: what will be requested after it, if there is no failure.
  func prepare(
    _ request: ListRequest, _ load: LoadID, _ terms: RequestTerms, _ demand: PageDemand,
    for engine: PagerEngine
  ) -> any PageExecution

  /// Prepares the request for the page after the current one, before that page is in the list; nil: it can wait until
  /// then.
  ///
  /// Called under the engine's lock.
  ///
  /// - Parameter number: which page of the list it is; nil if that is not known.
  func prepareAhead(_ request: ListRequest, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)?

  /// The operation under way has ended, and no page will be requested.
  ///
  /// Called under the engine's lock.
  ///
  /// - Returns: the requests beyond the requested page, for the caller to cancel after the lock; nil if there are none.
  func operationEnds() -> (any PageExecution)?

  /// Whether it watches the pages that the pager holds, and must know when there are fewer. It never changes.
  var watchesPages: Bool { get }

  /// How many of the pager's pages the cache cannot read back. Such pages do not get changes.
  var unreadablePages: Int { get }

  /// Pages that the pager held are not held any more. Called after the lock, in the order of what was decided: before
  /// the request for a page leaves that takes the place of one of them. Must not wait.
  ///
  /// - Parameter places: the places that still hold a page. A page that has come in since is not among them.
  func pagerHolds(_ places: HeldPages)
}

extension PageLoader {
  public func prepareAhead(
    _ request: ListRequest, _ terms: RequestTerms, _ number: Int?
  ) -> (any PageExecution)? { nil }

  public func operationEnds() -> (any PageExecution)? { nil }
  public var watchesPages: Bool { false }
  public var unreadablePages: Int { 0 }
  public func pagerHolds(_ places: HeldPages) {}
}

/// A page under way: started once, and perhaps cancelled.
public protocol PageExecution: AnyObject, Sendable {
  /// Asks for the page. Must not wait.
  func start()
  /// Gives the page up, also before `start`. Must not wait.
  func giveUp()
}

/// A page under way that may have to wait before it is asked for, or asked for again.
package protocol WaitingExecution: PageExecution {
  /// What it waits for; nil if it does not wait.
  var wait: RequestWait? { get }
}

extension Execution: WaitingExecution {
  package func giveUp() {
    cancel()
  }
}
