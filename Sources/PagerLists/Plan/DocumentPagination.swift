package import PagerJSON
package import PagerState
import PagerSyntax

/// A config's description of one document: the place of the list in its responses, and the variables that request
/// pages. The document shows what the config leaves out.
package struct DocumentPagination: Sendable, Hashable {
  /// The connection, below `data`.
  package var connection: JSONPointer?
  /// The page info and the items, below the connection.
  package var pageInfo: JSONPointer?
  package var items: JSONPointer?
  /// The flags and the cursors, below the page info.
  package var hasNextPage: JSONPointer?
  package var endCursor: JSONPointer?
  package var hasPreviousPage: JSONPointer?
  package var startCursor: JSONPointer?
  /// The variables that take the cursors and the sizes of pages.
  package var after: String?
  package var before: String?
  package var first: String?
  package var last: String?

  /// For an offset list: the variables that take the offset or the number of the page, and the size.
  package var offset: String?
  package var page: String?
  package var limit: String?
  /// How many items the list has, below the connection.
  package var total: JSONPointer?
  /// For an offset list: how many pages it has and whether there are more, below the connection.
  package var pageCount: JSONPointer?
  package var hasMore: JSONPointer?

  /// For a keyset list: the keys of an item, below the item.
  package var key: [JSONPointer]?
  /// For a keyset list: the places that take several keys: for each, a variable's name, or a pointer that begins with
  /// that name. A single place is in ``after`` and ``before``.
  package var afterPlaces: [String]?
  package var beforePlaces: [String]?

  /// The keys that the config has with null: the list is read without what the document shows for them.
  package var absent: Set<String> = []
  /// Where the library found how many items the list has, below the connection. Unlike ``total``, it ends the list only
  /// if nothing else does.
  var foundTotal: JSONPointer?
  /// Whether the first page has as many items as that: then it may count those of a page, and does not end the list.
  var foundTotalMayBeOfPage = false
  /// Whether the library has found the list in the document.
  var isFound = false
  /// Whether the library found that a null or empty cursor ends the list.
  var endsByCursor = false

  /// Whether an offset list ends by its pages alone, because they say nothing else.
  var endsByPage: Bool {
    (offset ?? page) != nil && hasMore == nil && pageCount == nil && total == nil
      && (foundTotal == nil || foundTotalMayBeOfPage)
  }

  /// Whether the total that was found ends an offset list, because nothing else of the pages does.
  var foundTotalEndsList: Bool {
    foundTotal != nil && !foundTotalMayBeOfPage && hasMore == nil && pageCount == nil
  }

  package init() {}

  /// The first key that a list does not have, or nil.
  ///
  /// - Parameter known: the keys that its kind has.
  func foreignKey(to known: Set<String>) -> String? {
    let keys: [(name: String, isGiven: Bool)] = [
      ("page_info", pageInfo != nil), ("has_next_page", hasNextPage != nil), ("end_cursor", endCursor != nil),
      ("has_previous_page", hasPreviousPage != nil), ("start_cursor", startCursor != nil), ("after", after != nil),
      ("before", before != nil), ("first", first != nil), ("last", last != nil), ("offset", offset != nil),
      ("page", page != nil), ("limit", limit != nil), ("page_count", pageCount != nil), ("has_more", hasMore != nil),
      ("key", key != nil),
    ]
    if let foreign = keys.first(where: { $0.isGiven && !known.contains($0.name) }) { return foreign.name }
    // Several places for a cursor are places for keys.
    if known.contains("key") { return nil }
    return afterPlaces != nil ? "after" : beforePlaces != nil ? "before" : nil
  }

  /// Whether it names no place of a page, and no variable.
  var isWithoutNames: Bool {
    foreignKey(to: []) == nil && connection == nil
  }

  /// Whether it has what only a list of keys has: a key, or several places for one.
  var isOfKeyset: Bool { key != nil || afterPlaces != nil || beforePlaces != nil }

  /// The places that take the keys of a keyset list's item at an end, as the config writes them, or nil.
  func keyPlaces(toward end: ListEnd) -> [String]? {
    end == .next ? afterPlaces ?? after.map { [$0] } : beforePlaces ?? before.map { [$0] }
  }
}

/// The rules of a list that apply to every document.
package struct ListRules: Sendable, Hashable {
  /// Nil: found in the document.
  package var type: ListType?
  /// Nil: found in the document.
  package var direction: ListDirection?
  /// Whether an answer's flag is trusted for the end opposite to its request.
  package var trustsOppositeFlag: Bool?
  /// Whether a list of cursors has one cursor for all pages, and each request moves it.
  package var scrolls: Bool?
  /// What ends a list if its pages do not say whether there is more.
  package var ending: ListEnding?
  /// How many requests for pages of an offset list may be under way at once.
  package var concurrency: Int?
  /// The identity of an item, below the item. Items that came before are left out.
  package var identity: JSONPointer?
  /// Whether a request of a keyset list also gets the items that have exactly its keys.
  package var isInclusive: Bool?
  /// Whether a null in place of the list is an empty page.
  package var acceptsNull: Bool?
  /// Whether a page of an offset list may have the items of the page in the place before it.
  package var allowsRepeats: Bool?
  /// How many empty pages in a row a list of page numbers may have although each says that there is more.
  package var emptyPageLimit: Int64?
  /// Whether a list that has fewer items than its pages name is incomplete.
  package var checksTotal: Bool?
  /// Whether the library looks in the document for a list that is not a connection.
  package var finds: Bool?
  /// Whether the library adds what a document lacks to be paged.
  package var completesQuery: Bool?

  package init() {}

  /// The first of the rules that a list does not have, or nil.
  ///
  /// - Parameter known: the keys that its kind has.
  func foreignRule(to known: Set<String>) -> String? {
    let rules: [(name: String, isGiven: Bool)] = [
      ("end", ending != nil), ("concurrency", concurrency != nil), ("inclusive", isInclusive != nil),
      ("repeats", allowsRepeats != nil), ("max_empty_pages", emptyPageLimit != nil),
      ("trust_opposite_flag", trustsOppositeFlag != nil), ("cursor", scrolls != nil),
    ]
    return rules.first { $0.isGiven && !known.contains($0.name) }?.name
  }

  /// Whether it has a rule about what follows a page. If a function of the host finds that, there is no other rule.
  package var decidesWhatFollows: Bool {
    var others = self
    (others.acceptsNull, others.checksTotal, others.finds, others.completesQuery) = (nil, nil, nil, nil)
    return others != ListRules()
  }
}

/// What a config calls the kinds of lists: what a request names a page by.
package enum ListType: String, Sendable, Hashable {
  case cursor, offset, keyset
}

/// What ends a list if its pages do not say whether there is more.
package enum ListEnding: Sendable, Hashable {
  /// In a list of cursors: a cursor that is null or empty.
  case nullCursor
  case emptyPage
  /// An empty page, or one with fewer items than requested.
  case shortPage
  /// The first page: the server sends the whole list at once.
  case firstPage
}

/// In which direction a list is read.
package enum ListDirection: String, Sendable, Hashable {
  case forward, reverse, bidirectional
}

/// What configs, documents and messages call the parts that ask for pages at an end.
extension ListEnd {
  /// The flag: its key in a config, and the field's name in a schema.
  var flagKey: String { self == .next ? "has_next_page" : "has_previous_page" }
  var flagField: String { self == .next ? "hasNextPage" : "hasPreviousPage" }
  /// The cursor.
  var cursorKey: String { self == .next ? "end_cursor" : "start_cursor" }
  var cursorField: String { self == .next ? "endCursor" : "startCursor" }
  /// The argument that takes the cursor, and the one that takes the size.
  var cursorArgument: String { self == .next ? "after" : "before" }
  var sizeArgument: String { self == .next ? "first" : "last" }
  /// The pages at this end, in words.
  var adjective: String { self == .next ? "next" : "previous" }

  var opposite: ListEnd { self == .next ? .previous : .next }
}

extension DocumentPagination {
  func flag(at end: ListEnd) -> JSONPointer? { end == .next ? hasNextPage : hasPreviousPage }
  func cursor(at end: ListEnd) -> JSONPointer? { end == .next ? endCursor : startCursor }
  package func cursorVariable(toward end: ListEnd) -> String? { end == .next ? after : before }
  func sizeVariable(toward end: ListEnd) -> String? { end == .next ? first : last }
}

extension ConnectionCandidate {
  func flagKey(at end: ListEnd) -> String? { end == .next ? hasNextPageKey : hasPreviousPageKey }
  func cursorKey(at end: ListEnd) -> String? { end == .next ? endCursorKey : startCursorKey }
  func cursorArgument(toward end: ListEnd) -> PaginationArgument { end == .next ? after : before }
  func sizeArgument(toward end: ListEnd) -> PaginationArgument { end == .next ? first : last }
}

extension ListDirection {
  /// The ends at which such a list grows. The request for the first page goes toward the first of them.
  var ends: [ListEnd] {
    switch self {
    case .forward: [.next]
    case .reverse: [.previous]
    case .bidirectional: [.next, .previous]
    }
  }
}
