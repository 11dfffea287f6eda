/// The types of a pager, so that one state serves all faces.
public protocol PagerTypes: SendableMetatype {
  /// What asks for one page. Two equal requests ask for the same page: that is how a repeated cursor is noticed.
  associatedtype Request: Hashable & Sendable
  /// One loaded page.
  associatedtype Page: Sendable
  /// Why a page could not be loaded: the failure of the network or the server.
  associatedtype Failure: Error & Sendable

  /// Identifies a request in the memory of a walk. If another process must understand it, it must not depend on this
  /// process, as hash values do.
  static func fingerprint(of request: Request) -> UInt64

  /// What a request looks for that only finds out whether the list has a page; nil for other requests.
  static func look(of request: Request) -> PageLook?

  /// What speaks against the list if the server refuses a request that only looks for a page.
  static func doubts(ifRefused request: Request) -> ListDoubts

  /// Whether the server moves on in its list with each such request. The pager then sends the request once, and only
  /// when its page is wanted.
  static func movesList(_ request: Request) -> Bool
}

/// What a request looks for that only finds out whether the list has a page.
public enum PageLook: Sendable, Hashable {
  /// A page with the number 0. A server that counts from 1 may refuse it.
  case pageZero
  /// Items after the total that the pages name, which the server may have capped. A server may refuse every page there.
  case beyondTotal
  /// Items after the number of pages, which the server may count in larger pages than it sends.
  case beyondPageCount
}

extension PagerTypes {
  public static func fingerprint(of request: Request) -> UInt64 { UInt64(bitPattern: Int64(request.hashValue)) }

  public static func look(of request: Request) -> PageLook? { nil }

  public static func doubts(ifRefused request: Request) -> ListDoubts { [] }

  public static func movesList(_ request: Request) -> Bool { false }
}

/// The role of a page in its list.
public enum PageRole: Sendable, Hashable {
  /// The page that a fetch begins with.
  case initial
  /// A page after the initial one.
  case next
  /// A page before the initial one.
  case previous

  /// The end of the list at which such a page was added; nil for the initial one.
  var end: ListEnd? {
    switch self {
    case .initial: nil
    case .next: .next
    case .previous: .previous
    }
  }
}

/// The two ends at which a list can grow.
public enum ListEnd: Sendable, Hashable, CaseIterable {
  case next
  case previous

  /// The role of a page that is loaded at this end.
  public var role: PageRole {
    switch self {
    case .next: .next
    case .previous: .previous
    }
  }
}

/// Where a page came from.
public enum PageSource: Sendable, Hashable {
  case server
  case cache
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
