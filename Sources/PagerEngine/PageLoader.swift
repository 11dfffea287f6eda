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
  ///   - terms: the call's options for its requests.
  ///   - demand: what will be requested after it, if there is no failure.
  func prepare(
    _ request: Types.Request, _ load: LoadID, _ terms: RequestTerms, _ demand: PageDemand,
    for engine: PagerEngine<Types>
  ) -> any PageExecution

  /// Prepares the request for the page after the current one, before that page is in the list; nil: it can wait until
  /// then.
  ///
  /// Called under the engine's lock.
  ///
  /// - Parameter number: which page of the list it is; nil if that is not known.
  func prepareAhead(_ request: Types.Request, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)?

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
    _ request: Types.Request, _ terms: RequestTerms, _ number: Int?
  ) -> (any PageExecution)? { nil }

  public func operationEnds() -> (any PageExecution)? { nil }
  public var watchesPages: Bool { false }
  public var unreadablePages: Int { 0 }
  public func pagerHolds(_ places: HeldPages) {}
}

/// A page under way: started once, and perhaps cancelled.
public protocol PageExecution: Sendable {
  /// Asks for the page. Must not wait.
  func start()
  /// Gives the page up, also before `start`. Must not wait.
  func giveUp()
  /// What it waits for before it asks again; nil if it does not wait.
  var wait: RequestWait? { get }
}

extension PageExecution {
  public var wait: RequestWait? { nil }
}

extension Execution: PageExecution {
  public func giveUp() {
    cancel()
  }
}

/// Reads what an answer says about a list. The loaders of the faces differ only in this.
public protocol PageReader<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// The name of its operation; nil if that has none.
  func operationName(of request: Types.Request) -> String?
  /// Writes the request for a page.
  func body(of request: Types.Request) throws -> [UInt8]
  /// Writes the request with the number of items halved this many times; nil if no page is that small.
  func body(of request: Types.Request, halvings: Int) throws -> [UInt8]?
  /// Reads the page in an answer to a request.
  func page(in answer: Answer, to request: Types.Request) throws -> Types.Page
  /// Functions of the host that read each page after the reader; nil if there are none.
  var hooks: (any PageHooks<Types>)? { get }
  /// What the page says about the pages around it.
  ///
  /// - Parameter pages: all held pages, this one included; nil: it has not been placed among them yet.
  /// - Returns: nil if only all held pages show it.
  func inspect(
    _ page: Types.Page, to request: Types.Request, among pages: PageSnapshot<Types.Page>?
  ) -> PageInspection<Types.Request>?
  /// The same, if it is known without hooks, completion and the other pages; nil otherwise.
  func foreseen(_ page: Types.Page) -> PageInspection<Types.Request>?
  /// Why the operation ends with a page; nil if it does not. The page is kept even so.
  func objection(to page: Types.Page) -> Types.Failure?
  /// Whether a page is the first to show that the cursors are positions, in a list that may lose items by it.
  func showsPositions(_ page: Types.Page, to request: Types.Request) -> Bool
  /// Completes the page of one load before it enters the list; nil if pages enter as they are.
  func completion(
    of request: Types.Request, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion<Types>)?
  /// Sends requests for pages in advance; nil if the pager does not want that.
  func pagesAhead(by client: GraphQLClient, _ scale: PageScale) -> (any PagesAhead<Types>)?
  /// The page in the form that enters the list. Called once for each new page, in the order of the list.
  func admit(_ page: Types.Page, to request: Types.Request, _ load: LoadID) -> Types.Page
  /// What takes the changed pages that take the place of a page that was admitted. It must not keep that page alive.
  func admitChanges(of page: Types.Page) -> @Sendable (Types.Page) -> Types.Page
  /// The failure for subscribers: a `ClientError`, or the error that a user's code threw.
  ///
  /// - Parameter attempts: how often the request was sent.
  func failure(_ error: any Error, attempts: Int) -> Types.Failure
}

extension PageReader {
  public func operationName(of request: Types.Request) -> String? { nil }

  public var hooks: (any PageHooks<Types>)? { nil }

  public func foreseen(_ page: Types.Page) -> PageInspection<Types.Request>? { nil }

  public func objection(to page: Types.Page) -> Types.Failure? { nil }

  public func showsPositions(_ page: Types.Page, to request: Types.Request) -> Bool { false }

  public func completion(
    of request: Types.Request, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion<Types>)? { nil }

  public func pagesAhead(by client: GraphQLClient, _ scale: PageScale) -> (any PagesAhead<Types>)? { nil }

  public func admit(_ page: Types.Page, to request: Types.Request, _ load: LoadID) -> Types.Page { page }

  public func admitChanges(of page: Types.Page) -> @Sendable (Types.Page) -> Types.Page { { $0 } }

  /// The subject of a request, for observers.
  public func subject(of request: Types.Request, number: Int?) -> RequestSubject {
    RequestSubject(operationName: operationName(of: request), page: number)
  }

  /// The request with the wanted number of items, or with fewer if the server cannot send that many.
  public func requestBody(of request: Types.Request, _ scale: PageScale) -> RequestBody {
    RequestBody {
      scale.next()
    } body: {
      try body(of: request)
    } smaller: {
      try body(of: request, halvings: $0)
    }
  }
}

/// Functions of the host that say what a page means for its list.
public protocol PageHooks<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Runs work on a thread that may call such functions.
  ///
  /// - Parameter whenLeft: runs instead of the rest of the work if a function did not return.
  func enqueue(_ work: @escaping @Sendable () -> Void, whenLeft: @escaping @Sendable () -> Void)

  /// Calls the functions for a page.
  ///
  /// - Parameter isWanted: called before each function.
  /// - Returns: the page with the functions' results.
  func read(
    _ page: Types.Page, to request: Types.Request, isWanted: () -> Bool
  ) throws(ClientError) -> Types.Page
}

/// Makes the page of one load whole, before it is taken into the list.
public protocol PageCompletion<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Completes a page that has arrived.
  ///
  /// - Parameter done: takes the page, or the reason why there is none, unless `cancel` comes first. It may run before
  ///   this returns.
  func complete(
    _ page: Types.Page, in answer: Answer, done: @escaping @Sendable (Result<Types.Page, Types.Failure>) -> Void)
  /// Gives the page up. Must not wait.
  func cancel()
  /// What it waits for; nil if it does not wait.
  var wait: RequestWait? { get }
}

/// Sends requests for pages before the engine asks for them, side by side.
///
/// The engine does not know about this: it requests one page after the other, and gets their answers in that order. A
/// request for a page that the engine does not request next is cancelled.
public protocol PagesAhead<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Prepares the load of a page and of the pages after it; nil if the page needs only an ordinary load. Called under
  /// the engine's lock.
  ///
  /// - Parameter report: takes the outcome of the page's own request.
  func prepare(
    _ request: Types.Request, _ terms: RequestTerms, _ demand: PageDemand, report: @escaping Execution.Report
  ) -> (any PageExecution)?
  /// Prepares a request that the engine will need soon; nil if it can wait until then. Called under the engine's lock.
  func prepareAhead(_ request: Types.Request, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)?
  /// A page was taken into the list.
  func note(_ page: Types.Page, to request: Types.Request)
  /// The requests that were sent and not used; nil if there are none. Called under the engine's lock.
  func takeAll() -> (any PageExecution)?
}

extension PagesAhead {
  public func prepareAhead(
    _ request: Types.Request, _ terms: RequestTerms, _ number: Int?
  ) -> (any PageExecution)? { nil }

  public func note(_ page: Types.Page, to request: Types.Request) {}
}
