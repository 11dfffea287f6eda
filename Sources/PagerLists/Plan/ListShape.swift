package import PagerJSON
package import PagerState

/// How a list of one kind continues at its ends. A class, because shapes are copied for every page.
package protocol ListShape: AnyObject, Sendable {
  /// What a config calls the kind; nil if only the host knows how pages lead to each other.
  var word: String? { get }
  /// The page info, below the connection; nil: pages have none.
  var pageInfo: JSONPointer? { get }
  /// How many pages the whole list has, below the connection; nil if no page says it.
  var pageCount: JSONPointer? { get }

  /// Whether the list is read at an end.
  func reads(_ end: ListEnd) -> Bool
  /// Whether each page has to say whether there is more. A null in place of the connection cannot say it.
  func saysWhetherThereIsMore(_ total: TotalPlace?) -> Bool
  /// Whether a page that comes again ends the list.
  var marksPages: Bool { get }
  /// What a page says of the pages beyond an end.
  ///
  /// - Throws: `JSONReadError` if a key on the way stands twice, and for a cursor or a key that is too long.
  func end(at end: ListEnd, of page: PageParts) throws(JSONReadError) -> PageEnd
  /// The position of the last item of a page, if the cursors of a list that is read forward may be positions; nil: they
  /// are not, or the page does not say.
  func lastPosition(of page: PageParts) throws(JSONReadError) -> Int64?
  /// The request with which the list continues.
  ///
  /// - Parameter token: what a resume token says of the end.
  /// - Returns: nil if the token does not say how a list of this kind goes on.
  func request(_ query: QueryRole, toward end: ListEnd, in token: JSONValue) throws(ResumeTokenError) -> PageRequest?

  /// The places and variables of one query that only lists of this kind have, by the keys of a config.
  func names(_ variables: PageVariables) -> [String: JSONValue]
  /// The places, below the connection, at which a page says where it goes on, and whether it does.
  func places(_ total: TotalPlace?) -> (cursors: [String], flags: [String])
  /// Why the list cannot be completed, in words; nil: nothing else than of other lists.
  func message(for reason: IncompleteReason, _ signposts: ListSignposts) -> String?
  /// Advice if the messages of a server refuse the place of a page; nil if they do not.
  func advice(after messages: [String]) -> String?
}

extension ListShape {
  package var pageInfo: JSONPointer? { nil }
  package var pageCount: JSONPointer? { nil }
  package func lastPosition(of page: PageParts) throws(JSONReadError) -> Int64? { nil }
  package func advice(after messages: [String]) -> String? { nil }
}

/// The place at which the answers say how many items the whole list has.
package struct TotalPlace: Sendable, Hashable {
  /// Below the connection.
  package let pointer: JSONPointer
  /// The places of further counts beside it, of which the greatest is the total.
  package let others: [JSONPointer]
  /// Whether the config names it: then a walk that has fewer items is incomplete.
  package let isNamed: Bool
  /// Whether it ends an offset list whose pages say nothing else. A place that only the document shows does not.
  package let endsList: Bool

  package init(_ pointer: JSONPointer, isNamed: Bool, endsList: Bool? = nil, others: [JSONPointer] = []) {
    self.pointer = pointer
    self.others = others
    self.isNamed = isNamed
    self.endsList = endsList ?? isNamed
  }
}
