import PagerClient
package import PagerJSON
package import PagerState

/// Between positions of a plan's list and tokens.
extension DocumentPlan {
  /// Makes what is beyond an end from the page info that a function of the host found there.
  package typealias Resolve = (_ pageInfo: String, ListEnd) throws(ResumeTokenError) -> Frontier

  /// Writes a token for a position.
  ///
  /// - Throws: `ResumeTokenError` if the cursors, or the page info of a function of the host, are too long, and for a
  ///   list that each request moves.
  package func resumeToken(
    for position: ListPosition, at endpoint: String
  ) throws(ResumeTokenError) -> String {
    if initialRequest.movesList { throw .movesOn }
    var token = GrowingToken()
    return try token.write(position, tokenFrame(at: endpoint), PageRequest.write) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// What all tokens of the list have.
  func tokenFrame(at endpoint: String) throws(ResumeTokenError) -> TokenFrame {
    // Another pager may resume it that begins the list at its beginning.
    try TokenFrame(identity.signature(at: endpoint), found: found?.kept, beginsInMiddle: opensInMiddle)
  }

  /// Reads a token: its text, or the object in it.
  ///
  /// - Parameter resolve: the function of the host that makes the requests for further pages; nil if none does.
  /// - Throws: `ResumeTokenError` for a token that is damaged, newer, or of another list, and what `resolve` throws.
  package func position(
    of token: JSONValue, at endpoint: String, _ resolve: Resolve? = nil
  ) throws(ResumeTokenError) -> ListPosition {
    if initialRequest.movesList { throw .movesOn }
    let token = try ListToken(token)
    var position = try token.position(of: identity.signature(at: endpoint)) {
      json, end throws(ResumeTokenError) -> Frontier in
      let pageInfo = json["page_info"]?.string
      guard (pageInfo == nil) == (resolve == nil) else {
        throw .unusable(
          message: "the resume token belongs to another list: it was made \(pageInfo == nil ? "without" : "with") the "
            + "hook resolve_page, and this pager was made \(resolve == nil ? "without" : "with") it")
      }
      if let pageInfo, let resolve { return try resolve(pageInfo, end) }
      guard let request = try first.kind.list.request(first.shape.furtherQuery, toward: end, in: json) else {
        throw .damaged("it does not say how the list goes on")
      }
      return .open(request)
    }
    guard let since, let kept = token.since else { return position }
    guard let trail = SinceTrail(kept: kept, since.rule, since.window) else {
      throw .damaged("its notes on the items cannot be read")
    }
    position.trail = TrailReference(trail)
    for end in ListEnd.allCases {
      if case .open(let request)? = position[end] { position[end] = .open(PageRequest.open(request).carrying(trail)) }
    }
    return position
  }

  /// Writes the checkpoint for a position.
  ///
  /// - Throws: `ResumeTokenError` if the walk was cut off and its place cannot be written as a token.
  package func checkpoint(
    for position: ListPosition, at endpoint: String
  ) throws(ResumeTokenError) -> String {
    let isClosed = ListEnd.allCases.allSatisfy { position[$0].map { $0 == .closed } ?? ($0 == .previous) }
    // Everything up to the greatest value has come of a list with the oldest items first.
    let trail = position.trail?.trail as? SinceTrail
    let movesWhileShort = since.map { $0.rule.order == .ascending && $0.isPassed(by: trail) } ?? false
    let isShort = totalRule == .fail && position.hasFewerThanTotal && !movesWhileShort
    let isWhole = isClosed && position.gapCount == 0 && position.partialData == nil && !isShort
    let isBroken = ListEnd.allCases.contains { if case .broken = position[$0] { true } else { false } }
    return try SinceCheckpoint.text(
      since, of: identity.signature(at: endpoint), after: trail, isWhole: isWhole, found: found?.kept,
      doubts: isWhole ? position.doubtsAtEnd(comparesTotal: totalRule != .ignore) : []
    ) { () throws(ResumeTokenError) -> String? in
      // A list that has not begun, or that reached its end with something missing, is read anew. A page that ended the
      // walk would end each later run as well, without a request.
      position.next == nil || isClosed || isBroken ? nil : try resumeToken(for: position, at: endpoint)
    }
  }
}

extension VariableValue {
  /// A cursor or a key that a token has as text; nil if the text is something else.
  init?(inToken text: String) throws(ResumeTokenError) {
    do {
      try self.init(parsing: text)
    } catch {
      throw error == .outOfMemory ? .outOfMemory : .damaged("its cursor cannot be read: \(error.message)")
    }
    guard isCursor else { return nil }
  }
}

/// Makes positions of tokens, for every class of requests.
extension ListToken {
  /// The position of the token.
  ///
  /// - Parameters:
  ///   - list: the list that continues from there.
  ///   - frontier: makes what is beyond an end from such an object.
  /// - Throws: `ResumeTokenError` for a token of another list, and what `frontier` throws.
  package func position(
    of list: ListSignature, _ frontier: (JSONValue, ListEnd) throws(ResumeTokenError) -> Frontier
  ) throws(ResumeTokenError) -> ListPosition {
    guard list.fits(self.list) || (parts == nil && self.list == list.earlier) else {
      throw .unusable(message: list.difference(from: parts))
    }
    var position = ListPosition(
      next: try Self.frontier(next, .next, frontier), previous: try Self.frontier(previous, .previous, frontier),
      pageCount: pageCount,
      itemCount: itemCount, gapCount: gapCount, fingerprints: fingerprints, partialData: partialData)
    (position.totals, position.omittedCount, position.doubts) = (totals, omittedCount, doubts)
    position.beginsInMiddle = beginsInMiddle
    return position
  }

  private static func frontier(
    _ json: JSONValue, _ end: ListEnd, _ frontier: (JSONValue, ListEnd) throws(ResumeTokenError) -> Frontier
  ) throws(ResumeTokenError) -> Frontier? {
    if json.isNull { return nil }
    guard let text = json.string else { return try frontier(json, end) }
    guard let word = EndWord(rawValue: text) else { throw .damaged("it does not say how the list goes on") }
    return word.frontier()
  }
}

/// The written form of an end without a request.
enum EndWord: String {
  case complete
  case noQuery = "no_query"
  case cursorStuck = "cursor_stuck"
  case cursorCycle = "cursor_cycle"
  case missingPageInfo = "missing_page_info"
  case nullCursor = "null_cursor"
  case pageLimit = "page_limit"
  case pagesChanged = "pages_changed"
  case missingKey = "missing_key"
  case duplicateKey = "duplicate_key"
  case nullList = "null_list"
  case emptyPages = "empty_pages"
  case repeatedPage = "repeated_page"
  case firstPageAgain = "first_page_again"
  case beyondFirstPage = "beyond_first_page"
  case markNotReached = "mark_not_reached"
  case firstPageUnknown = "first_page_unknown"
  case nullAbove = "null_above"
  case movedOn = "moved_on"

  init(_ reason: IncompleteReason) {
    switch reason {
    case .cursorStuck: self = .cursorStuck
    case .cursorCycle: self = .cursorCycle
    case .missingPageInfo: self = .missingPageInfo
    case .nullCursor: self = .nullCursor
    case .pageLimit: self = .pageLimit
    case .pagesChanged: self = .pagesChanged
    case .missingKey: self = .missingKey
    case .duplicateKey: self = .duplicateKey
    case .nullList: self = .nullList
    case .emptyPages: self = .emptyPages
    case .repeatedPage: self = .repeatedPage
    case .firstPageAgain: self = .firstPageAgain
    case .beyondFirstPage: self = .beyondFirstPage
    case .markNotReached: self = .markNotReached
    case .firstPageUnknown: self = .firstPageUnknown
    case .nullAbove: self = .nullAbove
    case .movedOn: self = .movedOn
    }
  }

  func frontier() -> Frontier {
    switch self {
    case .complete: .closed
    case .noQuery: .unresolved
    case .cursorStuck: .broken(.cursorStuck)
    case .cursorCycle: .broken(.cursorCycle)
    case .missingPageInfo: .broken(.missingPageInfo)
    case .nullCursor: .broken(.nullCursor)
    case .pageLimit: .broken(.pageLimit)
    case .pagesChanged: .broken(.pagesChanged)
    case .missingKey: .broken(.missingKey(nil))
    case .duplicateKey: .broken(.duplicateKey(nil))
    case .nullList: .broken(.nullList)
    case .emptyPages: .broken(.emptyPages)
    case .repeatedPage: .broken(.repeatedPage)
    case .firstPageAgain: .broken(.firstPageAgain)
    case .beyondFirstPage: .broken(.beyondFirstPage)
    case .markNotReached: .broken(.markNotReached)
    case .firstPageUnknown: .broken(.firstPageUnknown)
    case .nullAbove: .broken(.nullAbove(nil))
    case .movedOn: .broken(.movedOn)
    }
  }
}
