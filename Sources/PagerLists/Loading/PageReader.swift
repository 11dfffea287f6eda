package import PagerClient
package import PagerEngine
package import PagerState

/// Reads what an answer says about a list. The loaders of the faces differ only in this.
package protocol PageReader: AnyObject, Sendable {
  /// The name of its operation; nil if that has none.
  func operationName(of request: ListRequest) -> String?
  /// Writes the request for a page.
  func body(of request: ListRequest) throws -> [UInt8]
  /// Writes the request with the number of items halved this many times; nil if no page is that small.
  func body(of request: ListRequest, halvings: Int) throws -> [UInt8]?
  /// What it reads answers with.
  var responses: ResponseReader { get }
  /// Reads the page in an answer to a request.
  func page(in answer: Answer, to request: ListRequest) throws -> ListPage
  /// Functions of the host that read each page after the reader; nil if there are none.
  var hooks: (any PageHooks)? { get }
  /// What the page says about the pages around it.
  ///
  /// - Parameter pages: all held pages, this one included; nil: it has not been placed among them yet.
  /// - Returns: nil if only all held pages show it.
  func inspect(
    _ page: ListPage, to request: ListRequest, among pages: PageSnapshot?
  ) -> PageFacts?
  /// The same, if it is known without hooks, completion and the other pages; nil otherwise.
  func foreseen(_ page: ListPage) -> PageFacts?
  /// Why the operation ends with a page; nil if it does not. The page is kept even so.
  func objection(to page: ListPage) -> (any Error)?
  /// Whether a page is the first to show that the cursors are positions, in a list that may lose items by it.
  func showsPositions(_ page: ListPage, to request: ListRequest) -> Bool
  /// Completes the page of one load before it enters the list; nil if pages enter as they are.
  func completion(
    of request: ListRequest, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion)?
  /// Sends requests for pages in advance; nil if the pager does not want that.
  func pagesAhead(by client: GraphQLClient, _ scale: PageScale) -> (any PagesAhead)?
  /// The page in the form that enters the list. Called once for each new page, in the order of the list.
  func admit(_ page: ListPage, to request: ListRequest, _ load: LoadID) -> ListPage
  /// Takes the changed pages that replace an admitted page. It must not keep that page alive.
  func admitChanges(of page: ListPage) -> @Sendable (ListPage) -> ListPage
  /// The failure for subscribers: a `ClientError`, or the error that a user's code threw.
  ///
  /// - Parameter attempts: how often the request was sent.
  func failure(_ error: any Error, attempts: Int) -> any Error
}

extension PageReader {
  package func operationName(of request: ListRequest) -> String? { nil }

  package var hooks: (any PageHooks)? { nil }

  package func foreseen(_ page: ListPage) -> PageFacts? { nil }

  package func objection(to page: ListPage) -> (any Error)? { nil }

  package func showsPositions(_ page: ListPage, to request: ListRequest) -> Bool { false }

  package func completion(
    of request: ListRequest, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion)? { nil }

  package func pagesAhead(by client: GraphQLClient, _ scale: PageScale) -> (any PagesAhead)? { nil }

  package func admit(_ page: ListPage, to request: ListRequest, _ load: LoadID) -> ListPage { page }

  package func admitChanges(of page: ListPage) -> @Sendable (ListPage) -> ListPage { { $0 } }

  /// The subject of a request, for observers.
  package func subject(of request: ListRequest, number: Int?) -> RequestSubject {
    RequestSubject(operationName: operationName(of: request), page: number)
  }
}

/// The request for a page: with the wanted number of items, or with fewer if the server cannot send that many.
///
/// `@unchecked`: only a final class can be checked. All properties are constants.
class PageWriter: RequestWriter, @unchecked Sendable {
  final let request: ListRequest
  final let reader: any PageReader
  private let scale: PageScale

  init(_ request: ListRequest, _ reader: any PageReader, _ scale: PageScale) {
    self.request = request
    self.reader = reader
    self.scale = scale
  }

  // The server may have moved on, whatever it says. So such a request is not sent again, nor with fewer items. And a
  // server may refuse every page beyond the last one, however often it is asked.
  final var isRepeatable: Bool { !request.movesList && request.look != .beyondTotal }

  final func halvings() -> Int { request.movesList ? 0 : scale.next() }

  final func bytes(halvings: Int) throws -> [UInt8]? {
    if halvings == 0 { return try reader.body(of: request) }
    return request.movesList ? nil : try reader.body(of: request, halvings: halvings)
  }
}

/// Functions of the host that say what a page means for its list.
package protocol PageHooks: AnyObject, Sendable {
  /// Runs work on a thread that may call such functions.
  ///
  /// - Parameter whenLeft: runs instead of the rest of the work if a function did not return.
  func enqueue(_ work: @escaping @Sendable () -> Void, whenLeft: @escaping @Sendable () -> Void)

  /// Calls the functions for a page.
  ///
  /// - Parameter isWanted: called before each function.
  /// - Returns: the page with the functions' results.
  func read(
    _ page: ListPage, to request: ListRequest, isWanted: () -> Bool
  ) throws(ClientError) -> ListPage
}

/// Makes the page of one load whole, before it is taken into the list.
package protocol PageCompletion: AnyObject, Sendable {
  /// Completes a page that has arrived.
  ///
  /// - Parameter done: takes the page, or the reason why there is none, unless `cancel` comes first. It may run before
  ///   this returns.
  func complete(
    _ page: ListPage, in answer: Answer, done: @escaping @Sendable (Result<ListPage, any Error>) -> Void)
  /// Gives the page up. Must not wait.
  func cancel()
  /// What it waits for; nil if it does not wait.
  var wait: RequestWait? { get }
}

/// Sends requests for pages before the engine asks for them, side by side.
///
/// The engine does not know about this: it requests one page after the other, and gets their answers in that order. A
/// request for a page that the engine does not request next is cancelled.
package protocol PagesAhead: AnyObject, Sendable {
  /// Prepares the load of a page and of the pages after it; nil if the page needs only an ordinary load. Called under
  /// the engine's lock.
  ///
  /// - Parameter report: takes the outcome of the page's own request.
  func prepare(
    _ request: ListRequest, _ terms: RequestTerms, _ demand: PageDemand, report: @escaping Execution.Report
  ) -> (any PageExecution)?
  /// Prepares a request that the engine will need soon; nil if it can wait until then. Called under the engine's lock.
  func prepareAhead(_ request: ListRequest, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)?
  /// A page was taken into the list.
  func note(_ page: ListPage, to request: ListRequest)
  /// The requests that were sent and not used; nil if there are none. Called under the engine's lock.
  func takeAll() -> (any PageExecution)?
}

extension PagesAhead {
  package func prepareAhead(
    _ request: ListRequest, _ terms: RequestTerms, _ number: Int?
  ) -> (any PageExecution)? { nil }

  package func note(_ page: ListPage, to request: ListRequest) {}
}
