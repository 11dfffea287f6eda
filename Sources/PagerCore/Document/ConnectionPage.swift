package import PagerBytes
package import PagerClient
package import PagerJSON
package import PagerState
package import PagerTransport

/// One response with a page of a connection: the received bytes, and the places of its parts in them.
package struct ConnectionPage: Sendable {
  /// The body as the server sent it.
  package let body: ReceivedBytes
  /// The headers that the response came with; nil if there are none.
  package let headers: ResponseHeaders?
  /// The value of `data`; nil when it is null or absent.
  package let data: Range<Int>?
  /// The HTTP status that the page came with; nil if that is success.
  package var httpStatus: Int?
  /// The array of GraphQL errors; nil when there are none.
  package let errors: Range<Int>?
  /// The first of them; nil when there are none.
  package let errorList: GraphQLErrorList?
  /// The array of items as it came, including the items that are left out; nil when there is none.
  package let items: Range<Int>?
  /// The keys of an edge's node among the items; the first key that an edge has counts. Empty if the items are not
  /// edges.
  package let nodeKeys: [String]
  /// The place of each item, or of an edge's node; nil if no caller had asked for an item when the page was read.
  package let places: ElementSlices?
  /// Learns when a caller asks for an item.
  package let interest: ItemInterest
  /// The page info as it came; nil when it is null or absent.
  package let pageInfo: Range<Int>?
  /// The response's `extensions`; nil when they are null or absent.
  package let extensions: Range<Int>?
  /// What the page says of the lists inside it; nil if its document has none.
  package var nested: RawNestedLists?
  /// What the page says about the list. It has no data if the response has errors in place of the connection: no data
  /// at all, or a null in the connection's place.
  package var inspection: PageInspection<PageRequest>
  /// The identity of each item, until the page is in its list; nil if the pager does not look for duplicates.
  var identities: [UInt64]?
  /// The items that are left out; nil if all are shown.
  package var omission: ItemOmission?
  /// The result of the host's function for the page; nil if there is none.
  package var model: ReceivedBytes?

  /// How many items the page shows.
  package var itemCount: Int { inspection.itemCount }
  /// Whether the response has errors in place of the connection.
  package var hasFailed: Bool { !inspection.hasData }
}
