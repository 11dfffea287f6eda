/// What a pager is made of, so that the state can be written once for all faces.
public protocol PagerTypes: SendableMetatype {
  /// What asks for one page. Two equal requests ask for the same page: that is how a repeated cursor is noticed.
  associatedtype Request: Hashable & Sendable
  /// One loaded page.
  associatedtype Page: Sendable
  /// Why a page could not be loaded: what the network or the server did.
  associatedtype Failure: Error & Sendable
}
