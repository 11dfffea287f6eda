/// What the engine has to do after a transition, in this order.
public enum PagerAction<Types: PagerTypes>: Sendable {
  /// Ask for a page.
  case send(LoadID, Types.Request)
  /// Give up a request in flight.
  case abort(LoadID)
  /// Hand an update to all subscribers that get it according to the state.
  case publish(PagerUpdate<Types>)
  /// Hand an update to one subscriber.
  case replay(SubscriberID, PagerUpdate<Types>)
  /// End an operation.
  case finish(OperationID, OperationEnd<Types>)
}

/// One message to a subscriber: a new state of the list, or why there is none.
public struct PagerUpdate<Types: PagerTypes>: Sendable {
  public let id: UpdateID
  /// How often the pager was reset before.
  public let generation: UInt64
  /// The pages that the update carries.
  public let pages: PageSnapshot<Types.Page>
  /// What made the update.
  public let event: PagerEvent<Types>

  /// Whether it only shows the newest state of a page that subscribers already got.
  public var isRenewal: Bool { if case .page(let change) = event { change.isRenewal } else { false } }
}

/// What made an update.
public enum PagerEvent<Types: PagerTypes>: Sendable {
  /// A page arrived, or a held page was replaced.
  case page(PageChange<Types.Page>)
  /// A page could not be loaded.
  case failure(Types.Failure)
  /// The list cannot be completed.
  case incomplete(IncompleteReason)
}

/// The page that made an update.
public struct PageChange<Page: Sendable>: Sendable {
  private let pageReference: ByReference<Page>
  public let role: PageRole
  /// Its place in the list; nil for a page that is shown and not kept: one with errors only.
  public let id: PageID?
  public let source: PageSource
  /// Whether subscribers already got the page. It is then the newest state of the same page.
  public let isRenewal: Bool

  init(_ page: ByReference<Page>, as role: PageRole, at id: PageID?, from source: PageSource, isRenewal: Bool = false) {
    pageReference = page
    self.role = role
    self.id = id
    self.source = source
    self.isRenewal = isRenewal
  }

  public var page: Page { pageReference.value }
}

/// Where a page came from.
public enum PageSource: Sendable, Hashable {
  case server
  case cache
}

/// One call on a pager: a fetch, a load of a page, or a whole walk.
public struct OperationID: Hashable, Sendable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }
}

/// One request for one page. Numbers only grow, so the number shows whether an answer belongs to a superseded request.
public struct LoadID: Hashable, Sendable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }
}

/// One receiver of updates.
public struct SubscriberID: Hashable, Sendable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }
}

/// One update of one pager, the same for all subscribers. Numbers only grow.
public struct UpdateID: Hashable, Sendable, Comparable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }

  public static func < (left: UpdateID, right: UpdateID) -> Bool { left.number < right.number }
}

/// The place of a page in a list. It stays the same while the list grows, and no page of another list has it.
public struct PageID: Hashable, Sendable {
  /// Which list: every first page begins a new one.
  public let list: UInt64
  public let role: PageRole
  /// How many pages of the same role lie between this one and the initial page.
  public let index: Int

  public init(list: UInt64, role: PageRole, index: Int) {
    self.list = list
    self.role = role
    self.index = index
  }
}

/// A value in separate memory. A state has room for a page in many places, and most of them are empty. Each place is
/// therefore as small as a reference, and an idle pager takes little memory.
indirect enum ByReference<Value: Sendable>: Sendable {
  case held(Value)

  init(_ value: Value) {
    self = .held(value)
  }

  var value: Value {
    switch self {
    case .held(let value): value
    }
  }
}

extension ByReference: Equatable where Value: Equatable {}
extension ByReference: Hashable where Value: Hashable {}
