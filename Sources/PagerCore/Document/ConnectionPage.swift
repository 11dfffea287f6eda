package import PagerBytes
package import PagerClient
package import PagerJSON
package import PagerState
package import PagerTransport

/// One response with a page of a connection: the received bytes, and where its parts are in them.
package struct ConnectionPage: Sendable {
  /// The body as the server sent it.
  package let body: ReceivedBytes
  /// The headers that the response came with; nil where there are none.
  package let headers: ResponseHeaders?
  /// The value of `data`; nil when it is null or absent.
  package let data: Range<Int>?
  /// The HTTP status that the page came with; nil where that is success.
  package var httpStatus: Int?
  /// The array of GraphQL errors; nil when there are none.
  package let errors: Range<Int>?
  /// The first of them; nil when there are none.
  package let errorList: GraphQLErrorList?
  /// The array of items as it came, with those that are left out; nil when there is none.
  package let items: Range<Int>?
  /// The keys of an edge's node among the items, of which the first that an edge has counts; none where they are no edges.
  package let nodeKeys: [String]
  /// Where each of them is, of an edge its node; nil where nobody had asked for an item when the page was read.
  package let places: ElementSlices?
  /// Is told when somebody asks for an item.
  package let interest: ItemInterest
  /// The page info as it came; nil when it is null or absent.
  package let pageInfo: Range<Int>?
  /// The response's `extensions`; nil when they are null or absent.
  package let extensions: Range<Int>?
  /// What the page says of the lists inside it; nil where its document has none.
  package var nested: RawNestedLists?
  /// What the page says of the list. It has no data where the response has errors in place of the connection: no data at
  /// all, or a null where the connection should be.
  package var inspection: PageInspection<PageRequest>
  /// For each item what tells it apart, until the page is taken into its list; nil where that is not looked for.
  var identities: [UInt64]?
  /// The items that are left out; nil where all are shown.
  package var omission: ItemOmission?
  /// What a function of the host made of the page; nil where there is none.
  package var model: ReceivedBytes?

  /// How many items the page shows.
  package var itemCount: Int { inspection.itemCount }
  /// Whether the response has errors in place of the connection.
  package var hasFailed: Bool { !inspection.hasData }
}
