package import PagerBytes

/// One response with a page of a connection: the received bytes, and where its parts are in them.
package struct ConnectionPage: Sendable {
  /// The body as the server sent it.
  package let body: ReceivedBytes
  /// The value of `data`; nil when it is null or absent.
  package let data: Range<Int>?
  /// The array of GraphQL errors; nil when there are none.
  package let errors: Range<Int>?
  /// The array of items; nil when there is none.
  package let items: Range<Int>?
  /// How many items the array has.
  package let itemCount: Int
  /// What lies after the page.
  package let following: FollowingPage
  /// Whether the response has errors in place of the connection: no data at all, or a null where the connection should be.
  package let hasFailed: Bool
}

/// What a page info says of the page after this one.
package enum FollowingPage: Sendable, Hashable {
  /// There is none.
  case none
  /// There is one, and this cursor, as JSON text, asks for it.
  case cursor([UInt8])
  /// There is one, but its cursor is null or absent.
  case nullCursor
  /// The response does not say.
  case unknown
}
