/// What asks for one page of a list. Each face has a subclass of its own; the state knows no more than this.
///
/// Two requests with one fingerprint ask for the same page: that is how a repeated cursor is noticed. Others share one
/// with a probability of 2⁻⁶⁴.
///
/// `@unchecked`: only a final class can be checked. All properties are constants, and a face's must be, too.
open class ListRequest: @unchecked Sendable, Hashable {
  /// Identifies the request in the memory of a walk. If another process must understand it, it must not depend on this
  /// process, as hash values do.
  public final let fingerprint: UInt64
  /// What the request looks for that only finds out whether the list has a page; nil for other requests.
  public final let look: PageLook?
  /// What speaks against the list if the server refuses a request that only looks for a page.
  public final let doubtsIfRefused: ListDoubts
  /// Whether the server moves on in its list with each such request. The pager then sends the request once, and only
  /// when its page is wanted.
  public final let movesList: Bool

  public init(
    fingerprint: UInt64, look: PageLook? = nil, doubtsIfRefused: ListDoubts = [], movesList: Bool = false
  ) {
    self.fingerprint = fingerprint
    self.look = look
    self.doubtsIfRefused = doubtsIfRefused
    self.movesList = movesList
  }

  /// Opens a request of this class. A face knows the class of its engine's requests.
  public static func open(_ request: ListRequest) -> Self { unsafeDowncast(request, to: self) }

  public static func == (left: ListRequest, right: ListRequest) -> Bool { left.fingerprint == right.fingerprint }

  public final func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
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

/// One loaded page. The state holds it and hands it on; only the face whose class it is opens it.
///
/// `@unchecked`: only a final class can be checked. This one has no properties, and a face's must be constants.
open class ListPage: @unchecked Sendable {
  public init() {}

  /// Opens a page of this class. A face knows the class of its engine's pages.
  public static func open(_ page: ListPage) -> Self { unsafeDowncast(page, to: self) }
}
