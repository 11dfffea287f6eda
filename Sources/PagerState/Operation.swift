/// What a call on a pager asks for.
public enum OperationKind: Sendable, Hashable {
  /// The first page; it replaces all pages held.
  case fetch
  /// One more page at an end of the list.
  case load(ListEnd)
  /// All pages.
  case loadAll(Walk)
}

/// How a walk over all pages goes.
public struct Walk: Sendable, Hashable {
  /// Whether it starts over with the first page or continues from the pages held. Nil: it starts over, unless the list
  /// was resumed and holds no page yet.
  public var fromInitialPage: Bool?
  /// Whether subscribers get an update with each page, or one at the end.
  public var emitsEachPage: Bool
  /// The most pages it loads; nil = no cap.
  public var maximumPages: Int?
  /// How many loaded items are enough; nil = no cap. Pages are whole: the last one may go beyond it.
  public var maximumItems: Int?
  /// Whether errors beside the list's data make its end `partialData`.
  public var reportsErrors: Bool
  /// Whether a list with fewer items than its pages named makes its end `fewerThanTotal`.
  public var requiresTotal = false
  /// Whether a total says how many items the list has.
  public var comparesTotal = true
  /// Whether a doubt makes its end `inDoubt`.
  public var isStrict = false

  public init(
    fromInitialPage: Bool? = nil, emitsEachPage: Bool, maximumPages: Int? = nil, maximumItems: Int? = nil,
    reportsErrors: Bool = false
  ) {
    self.fromInitialPage = fromInitialPage
    self.emitsEachPage = emitsEachPage
    self.maximumPages = maximumPages
    self.maximumItems = maximumItems
    self.reportsErrors = reportsErrors
  }
}

/// Which pages a pager keeps in memory.
public enum PageRetention: Sendable, Hashable {
  /// All pages of the list.
  case all
  /// The page that was loaded last.
  case last
  /// None: a page lives as long as the update that carries it.
  case none
}

/// How an operation ended.
public enum OperationEnd: Sendable {
  /// It got what it asked for.
  case success
  /// With a response that carries errors and no data; it was delivered.
  case withoutData(ListPage)
  /// It ended with a page that has data and errors, because errors are not tolerated. The page was delivered, and is
  /// kept.
  case withErrors(ListPage)
  /// It reached the end of the list, but errors came with the data, so some data is missing.
  case partialData(PartialData)
  /// It reached the end of the list, but the list has fewer items than its pages named.
  case fewerThanTotal(TotalShortfall)
  /// It reached the end of the list, and something speaks against that end.
  case inDoubt(ListDoubts)
  /// The pager's state or the caller prevented it.
  case usage(UsageError)
  /// With a page that could not be loaded; subscribers got the failure.
  case failure(any Error)
  /// With a list that cannot be completed; subscribers got the reason.
  case incomplete(IncompleteReason)
}

extension OperationEnd {
  /// Whether the network or the server caused it.
  var isFailure: Bool {
    switch self {
    case .withoutData, .withErrors, .failure, .incomplete: true
    case .success, .partialData, .fewerThanTotal, .inDoubt, .usage: false
    }
  }
}

/// A call that the pager's state does not allow, or that another call or a reset ended.
public enum UsageError: Error, Sendable, Hashable, CaseIterable {
  /// There is no page yet, so there is no neighbour to load.
  case missingInitialPage
  /// The list ends here.
  case pageHasNoMoreContent
  /// Another operation is under way.
  case loadInProgress
  /// There are more pages, but no query for them.
  case noQuery
  /// The operation was cancelled, superseded or reset, or its pager went away.
  case cancelled
}

/// Why the state did not accept an operation.
public enum Refusal: Error, Sendable, Hashable {
  case usage(UsageError)
  case incomplete(IncompleteReason)
}

/// The operation under way. There is at most one.
struct ActiveOperation: Sendable {
  let operation: OperationID
  let kind: OperationKind
  /// The subscriber that gets the updates of this operation and no others.
  var reader: SubscriberID?
  /// Whether it also gets a page that has errors in place of the list.
  let readsFailedPages: Bool
  var phase = Phase.heldBack
  /// What this operation has loaded so far.
  var pages = 0
  var items = 0
  /// Whether a subscriber for which it loads pages left after it got one. The pages that follow are then still meant
  /// for a subscriber.
  var hasLostAudience = false
  /// The cache's page of the load under way.
  var interim: InterimPage?

  /// What the operation waits for.
  enum Phase: Sendable {
    /// For the answer to a request.
    case loading(LoadID, PageStep)
    /// For what an arrived page says about the list.
    indirect case reading(LoadID, PlacedPage)
    /// For a subscriber that is slow, before a walk asks for its next page.
    case heldBack

    /// The load that waits for its answer, or reads it.
    var load: LoadID? {
      switch self {
      case .loading(let load, _), .reading(let load, _): load
      case .heldBack: nil
      }
    }

    /// What that load asks for.
    var step: PageStep? {
      switch self {
      case .loading(_, let step): step
      case .reading(_, let placed): placed.step
      case .heldBack: nil
      }
    }
  }

  /// What the operation will request beyond its next page: nothing, unless it is a walk.
  func demand(_ number: Int?) -> PageDemand? {
    guard case .loadAll(let walk) = kind else { return nil }
    return PageDemand(
      number, further: walk.maximumPages.map { max(0, $0 - pages - 1) } ?? .max,
      items: walk.maximumItems.map { max(0, $0 - items) })
  }

  func hasReachedCap(of walk: Walk) -> Bool {
    if let maximum = walk.maximumPages, pages >= maximum { return true }
    return hasReachedItems(of: walk)
  }

  func hasReachedItems(of walk: Walk) -> Bool { walk.maximumItems.map { items >= $0 } ?? false }
}

/// How much an operation will request beyond its current page, as far as the operation decides it.
public struct PageDemand: Sendable, Hashable {
  /// Which page of the list that page is, from 1 and in the order of loading; nil if it is not known.
  public var number: Int?
  /// The most pages after that one.
  public var further: Int
  /// How many items are enough, those of that page included; nil: the operation has no such limit.
  public var items: Int?

  public init(_ number: Int? = nil, further: Int, items: Int? = nil) {
    self.number = number
    self.further = further
    self.items = items
  }
}

/// A request, and the role that its page will have in the list.
struct PageStep: Sendable, Equatable {
  let request: ListRequest
  let role: PageRole
}

/// A page that has arrived, in its place among the pages held, while its page info is being read.
struct PlacedPage: Sendable {
  let page: ListPage
  let step: PageStep
  /// Whether no other answer to its load is on its way.
  let isFinal: Bool
  /// The pages held, this one included.
  var pages: PageSnapshot
}
