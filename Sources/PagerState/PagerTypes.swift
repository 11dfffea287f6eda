/// What a pager is made of, so that the state can be written once for all faces.
public protocol PagerTypes: SendableMetatype {
  /// What asks for one page. Two equal requests ask for the same page: that is how a repeated cursor is noticed.
  associatedtype Request: Hashable & Sendable
  /// One loaded page.
  associatedtype Page: Sendable
  /// Why a page could not be loaded: what the network or the server did.
  associatedtype Failure: Error & Sendable

  /// What stands for a request in the memory of a walk. Where it is to mean something to another process, it must not depend
  /// on this one, as hash values do.
  static func fingerprint(of request: Request) -> UInt64
}

extension PagerTypes {
  public static func fingerprint(of request: Request) -> UInt64 { UInt64(bitPattern: Int64(request.hashValue)) }
}
