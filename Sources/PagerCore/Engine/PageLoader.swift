public import PagerClient
public import PagerState

/// Turns a request of the state into a page: what differs between the faces of a pager.
public protocol PageLoader<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Makes ready what loads a page and reports to the engine, with the load's number.
  ///
  /// Called under the engine's lock: it only makes the execution, which the engine starts once it has left the lock.
  ///
  /// - Parameters:
  ///   - terms: what the call says of its requests.
  ///   - demand: what is going to be asked for beyond it, if all goes well.
  func prepare(
    _ request: Types.Request, _ load: LoadID, _ terms: RequestTerms, _ demand: PageDemand,
    for engine: PagerEngine<Types>
  ) -> any PageExecution

  /// Makes ready a request whose page will be asked for once the one before it is in the list; nil: it can wait until then.
  ///
  /// Called under the engine's lock.
  ///
  /// - Parameter number: which page of the list it is; nil where that is not known.
  func prepareAhead(_ request: Types.Request, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)?

  /// The operation under way has ended, and no page is going to be asked for.
  ///
  /// Called under the engine's lock.
  ///
  /// - Returns: what is on its way beyond the page that was asked for, to be given up after the lock; nil where nothing is.
  func operationEnds() -> (any PageExecution)?

  /// Whether it watches the pages that the pager holds, and has to know when there are less of them. The same for life.
  var watchesPages: Bool { get }

  /// How many of the pages that the pager holds cannot be read back from where they are watched, and so are not told of changes.
  var unreadablePages: Int { get }

  /// Pages that the pager held are not held any more. Called after the lock, in the order of what was decided: before the
  /// request for a page leaves that takes the place of one of them. Must not wait.
  ///
  /// - Parameter places: those that still are. A page that came in meanwhile is not among them.
  func pagerHolds(_ places: HeldPages)
}

extension PageLoader {
  public func prepareAhead(
    _ request: Types.Request, _ terms: RequestTerms, _ number: Int?
  ) -> (any PageExecution)? { nil }

  public func operationEnds() -> (any PageExecution)? { nil }
  public var watchesPages: Bool { false }
  public var unreadablePages: Int { 0 }
  public func pagerHolds(_ places: HeldPages) {}
}

/// A page on its way: started once, and perhaps given up.
public protocol PageExecution: Sendable {
  /// Asks for the page. Must not wait.
  func start()
  /// Gives the page up, also before `start`. Must not wait.
  func giveUp()
  /// What it waits for before it asks again; nil where it does not wait.
  var wait: RequestWait? { get }
}

extension PageExecution {
  public var wait: RequestWait? { nil }
}

extension Execution: PageExecution {
  package func giveUp() {
    cancel()
  }
}
