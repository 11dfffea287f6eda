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
}

extension PagerTypes {
  public static func fingerprint(of request: Request) -> UInt64 { UInt64(bitPattern: Int64(request.hashValue)) }
}
