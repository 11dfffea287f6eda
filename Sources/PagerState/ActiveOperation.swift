/// The operation under way. There is at most one.
struct ActiveOperation<Types: PagerTypes>: Sendable {
  let operation: OperationID
  let kind: OperationKind
  /// The subscriber that gets the updates of this operation and no others.
  let reader: SubscriberID?
  var phase: Phase
  /// What this operation has loaded so far.
  var pages = 0
  var items = 0
  /// The subscribers from when it began, its reader once it has a page, and whether each has got a page since. Later
  /// subscribers may only want the current state of the list.
  var audience: [SubscriberID: Bool]
  /// Whether one of them left after it got a page. The pages that follow are then still meant for a subscriber.
  var hasLostAudience = false
  /// The page of the load under way that came ahead of its answer.
  var interim: InterimPage?

  /// What the operation waits for.
  enum Phase: Sendable {
    /// For the answer to a request.
    case loading(LoadID, PageStep<Types.Request>)
    /// For what an arrived page says about the list.
    case reading(LoadID, PlacedPage<Types>)
    /// For a subscriber that is slow, before a walk asks for its next page.
    case heldBack

    /// The load whose answer is wanted, or being read.
    var load: LoadID? {
      switch self {
      case .loading(let load, _), .reading(let load, _): load
      case .heldBack: nil
      }
    }
  }

  func hasReachedCap(of walk: Walk) -> Bool {
    if let maximum = walk.maximumPages, pages >= maximum { return true }
    if let maximum = walk.maximumItems, items >= maximum { return true }
    return false
  }
}

/// A request, and what its page will be to the list.
struct PageStep<Request: Hashable & Sendable>: Sendable, Equatable {
  let request: Request
  let role: PageRole
}

/// A page that is in the list while the answer that will replace it is on its way.
struct InterimPage: Sendable {
  let id: PageID
  let items: Int
  /// The lists inside it that are not whole.
  let nested: NestedCount
  /// The items that were left out.
  let duplicates: Int

  init<Request>(_ id: PageID, _ inspection: PageInspection<Request>) {
    self.id = id
    items = inspection.itemCount
    nested = inspection.nested
    duplicates = inspection.duplicateCount
  }
}

/// A page that has arrived, in its place among the pages held, while its page info is being read.
struct PlacedPage<Types: PagerTypes>: Sendable {
  private let boxedPage: Boxed<Types.Page>
  let step: PageStep<Types.Request>
  /// Whether no other answer to its load is on its way.
  let isFinal: Bool
  /// The pages held, this one included.
  var pages: PageSnapshot<Types.Page>

  init(page: Types.Page, step: PageStep<Types.Request>, isFinal: Bool, pages: PageSnapshot<Types.Page>) {
    boxedPage = Boxed(page)
    self.step = step
    self.isFinal = isFinal
    self.pages = pages
  }

  var page: Types.Page { boxedPage.value }
}
