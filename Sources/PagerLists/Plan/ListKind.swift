package import PagerJSON
package import PagerState

/// The kinds of lists.
///
/// Each has a folder of its own with all that only it knows: how a config and a document describe it, what a request
/// names a page by, what a page says of the pages around it, its tokens and its words. All other code asks
/// ``ListKind/list``. `CONTRIBUTING.md` has the files that a further kind touches.
package enum ListKind: Sendable, Hashable {
  case cursor(CursorShape)
  case offset(OffsetShape)
  case keyset(KeysetShape)
  /// A function of the host reads the page info.
  case hooked(HookedShape)

  /// What the kind says of itself.
  package var list: any ListShape {
    switch self {
    case .cursor(let list): list
    case .offset(let list): list
    case .keyset(let list): list
    case .hooked(let list): list
    }
  }
}

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
  /// What a page says of the pages beyond an end.
  ///
  /// - Throws: `JSONReadError` if a key on the way stands twice, and for a cursor or a key that is too long.
  func frontier(at end: ListEnd, of page: PageParts) throws(JSONReadError) -> Frontier<PageRequest>
  /// The request with which the list continues.
  ///
  /// - Parameter token: what a resume token says of the end.
  /// - Returns: nil if the token does not say how a list of this kind goes on.
  func request(_ query: PagedQuery, toward end: ListEnd, in token: JSONValue) throws(ResumeTokenError) -> PageRequest?

  /// The places and variables of one query that only lists of this kind have, by the keys of a config.
  func names(_ variables: PageVariables) -> [String: JSONValue]
  /// The places, below the connection, at which a page says where it goes on, and whether it does.
  func places(_ total: TotalPlace?) -> (cursors: [String], flags: [String])
  /// Why the list cannot be completed, in words; nil: nothing else than of other lists.
  func message(for reason: IncompleteReason, _ signposts: ListSignposts) -> String?
}

extension ListShape {
  package var pageInfo: JSONPointer? { nil }
  package var pageCount: JSONPointer? { nil }
}

/// What a config calls the kinds: what a request names a page by.
package enum ListType: String, Sendable, Hashable {
  case cursor, offset, keyset

  /// The keys of `pagination` that lists of this kind have, and not all others.
  var keys: Set<String> {
    switch self {
    case .cursor: CursorList.keys
    case .offset: OffsetList.keys
    case .keyset: KeysetList.keys
    }
  }

  // Not inlined: what it holds would take stack from the parser.
  @inline(never)
  func list(
    first: ParsedDocument, further: ParsedDocument?, _ rules: ListRules
  ) throws(DocumentPlanError) -> any PlannedList {
    switch self {
    case .cursor: try CursorList(first: first, further: further, rules)
    case .offset: try OffsetList(first: first, further: further, rules)
    case .keyset: try KeysetList(first: first, further: further, rules)
    }
  }
}

/// How a list of one kind is read with one document, or with one for its first page and one for the further ones.
protocol PlannedList {
  var queries: [PagedQuery: QueryParts] { get }
  var initialRequest: PageRequest { get }
  var identity: ListIdentity { get }
  /// Whether the list is opened in its middle, and the items before are not read.
  var opensInMiddle: Bool { get }
}
