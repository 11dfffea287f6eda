package import PagerJSON
package import PagerState

/// How a list of cursors continues at its ends.
package final class CursorShape: ListShape {
  /// The page info, below the connection; nil: the connection itself has what the page says about its neighbours.
  package let pageInfo: JSONPointer?
  /// How the list continues at an end; nil if it is not read there.
  package let next: End?
  package let previous: End?
  /// The request that opens the list in its middle. The answer's flag for the previous end is not trusted, because many
  /// servers say `hasPreviousPage: false` in every answer to a forward request.
  let distrusted: PageRequest?
  /// How the list ends.
  let rules: EndRules
  /// Whether an empty page ends the list, and neither a flag nor a cursor does.
  let endsByEmptyPage: Bool
  /// Whether one cursor is that of all pages, and each request moves the list.
  private let scrolls: Bool

  /// How a list continues at one end.
  package struct End: Sendable, Hashable {
    /// Whether there is a page beyond this one, below the page info; nil: a cursor says it, unless it is null or empty.
    package var hasMore: JSONPointer?
    /// The cursor of the page beyond, below the page info. The step "-1" is the last element of an array.
    package var cursor: JSONPointer
    /// Which step of the pointer is the last element of an array; nil: none is.
    let lastElement: Int?
    /// The variable that takes the cursor.
    package var variable: String

    package init(hasMore: JSONPointer?, cursor: JSONPointer, variable: String) {
      self.hasMore = hasMore
      self.cursor = cursor
      lastElement = cursor.tokens.firstIndex(of: "-1")
      self.variable = variable
    }
  }

  package init(
    pageInfo: JSONPointer?, _ ends: [ListEnd: End], distrusted: PageRequest? = nil, _ rules: ListRules = ListRules()
  ) {
    self.pageInfo = pageInfo
    self.rules = EndRules(.cursor, rules)
    endsByEmptyPage = rules.ending == .emptyPage
    scrolls = rules.scrolls == true
    next = ends[.next]
    previous = ends[.previous]
    self.distrusted = distrusted
  }

  package subscript(end: ListEnd) -> End? { end == .next ? next : previous }

  // MARK: A list

  package var word: String? { "cursor" }

  package func reads(_ end: ListEnd) -> Bool { self[end] != nil }

  package func saysWhetherThereIsMore(_ total: TotalPlace?) -> Bool { true }

  package var marksPages: Bool { rules.repeats != .allowed }

  package func end(at end: ListEnd, of page: PageParts) throws(JSONReadError) -> PageEnd {
    guard let place = self[end] else { return .closed }
    return try self.end(at: end, place, of: page)
  }

  package func request(
    _ query: QueryRole, toward end: ListEnd, in token: JSONValue
  ) throws(ResumeTokenError) -> PageRequest? {
    try PageRequest(query, toward: end, self[end]?.variable, in: token)
  }

  package func names(_ variables: PageVariables) -> [String: JSONValue] {
    var names = variables.cursorNames
    names["page_info"] = .pointer(pageInfo)
    if ListEnd.allCases.contains(where: { self[$0].map { $0.hasMore == nil } ?? false }) {
      names["end"] = endsByEmptyPage ? "empty_page" : "null_cursor"
    }
    if scrolls { names["cursor"] = "scroll" }
    for end in ListEnd.allCases {
      names[end.flagKey] = .pointer(self[end]?.hasMore)
      names[end.cursorKey] = .pointer(self[end]?.cursor)
    }
    return names
  }

  package func places(_ total: TotalPlace?) -> (cursors: [String], flags: [String]) {
    let ends = ListEnd.allCases.compactMap { self[$0] }
    let info = pageInfo?.description ?? ""
    return (ends.map { "\(info)\($0.cursor)" }, ends.map { "\(info)\($0.hasMore ?? $0.cursor)" })
  }

  package func message(for reason: IncompleteReason, _ signposts: ListSignposts) -> String? {
    switch reason {
    case .repeatedPage:
      "the page has the items of the two pages before it, byte for byte, and another cursor: the server does not "
        + "advance. If three pages of the list may be equal, set \"repeats\": \"allow\""
    case .cursorStuck where !scrolls: reason.message(signposts) + adviceIfStuck
    default: nil
    }
  }

  /// What the config may say of a list whose cursor stays.
  private var adviceIfStuck: String {
    let endsByCursor = ListEnd.allCases.contains { self[$0].map { $0.hasMore == nil } ?? false }
    return (endsByCursor ? ". If the cursors of this list are never null, set \"end\": \"empty_page\"" : "")
      + (next == nil
        ? "" : ". If all pages have one cursor, and each request moves the list, set \"cursor\": \"scroll\"")
  }
}

extension CursorShape: Hashable {
  package static func == (left: CursorShape, right: CursorShape) -> Bool {
    left.pageInfo == right.pageInfo && left.next == right.next && left.previous == right.previous
      && left.distrusted == right.distrusted && left.rules == right.rules
      && left.endsByEmptyPage == right.endsByEmptyPage && left.scrolls == right.scrolls
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(pageInfo)
    hasher.combine(next)
    hasher.combine(previous)
  }
}

extension PageRequest {
  /// The request with the cursor in a resume token.
  ///
  /// - Parameter variable: takes the cursor; nil if the list is not read at this end.
  convenience init?(
    _ query: QueryRole, toward end: ListEnd, _ variable: String?, in token: JSONValue
  ) throws(ResumeTokenError) {
    guard let variable, let text = token["cursor"]?.string, let value = try VariableValue(inToken: text) else {
      return nil
    }
    self.init(query, toward: end, [.init(variable, value)], after: ListPast(token))
  }
}

extension PageVariables {
  /// The variables that take cursors and the sizes of pages, by the keys of a config.
  var cursorNames: [String: JSONValue] {
    var names: [String: JSONValue] = [:]
    for end in ListEnd.allCases {
      names[end.cursorArgument] = .name(cursors[end])
      names[end.sizeArgument] = .name(sizes[end])
    }
    return names
  }
}
