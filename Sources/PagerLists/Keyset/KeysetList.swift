import PagerJSON
import PagerState

/// How a keyset list is read with one document, or with one for its first page and one for the further ones.
struct KeysetList: PlannedList {
  let queries: ListQueries
  let initialRequest: PageRequest
  let identity: ListIdentity
  /// Whether the list is opened at a key, and the items before it are not read.
  let opensInMiddle: Bool

  static let keys: Set = ["key", "after", "before", "limit", "has_more", "end", "inclusive", "repeats"]

  init(first: ParsedDocument, further: ParsedDocument?, _ rules: ListRules) throws(DocumentPlanError) {
    if rules.isInclusive == true, rules.identity == nil {
      throw DocumentPlanError(
        ["pagination", "inclusive"],
        "with `inclusive` each page begins with items that the page before it had: name what tells items apart as "
          + "`identity`, so that the library can leave them out")
    }
    let opener = try KeysetDocument(first, orAs: further)
    let follower = try further.map { parsed throws(DocumentPlanError) in try KeysetDocument(parsed, orAs: first) }
    let asker = follower ?? opener
    guard asker.keys.count == opener.keys.count else {
      throw asker.parsed.config.error(
        inNames: "key",
        "the further pages have \(asker.keys.count) keys and the first page \(opener.keys.count): the "
          + "keys of each page ask for the next one, so name the same number of keys here")
    }
    let ends = try asker.direction(rules).ends
    let opening = ends[0]
    identity = ListIdentity(
      kind: Self.kind(asker, ends, rules),
      try [opener, follower].compactMap { $0 }.map { document throws(DocumentPlanError) in
        ListIdentity.Document(document.parsed, document.pageVariables, bases: try document.bases())
      })

    initialRequest = try opener.initialRequest(toward: opening)
    let isAtKey = if case .keyset(let place) = initialRequest.place { !place.keys.isEmpty } else { false }
    opensInMiddle = ends.count == 1 && isAtKey
    queries = try ListQueries(first: opener, further: follower) { document, query throws(DocumentPlanError) in
      let own = query == .first && follower != nil ? [opening] : ends
      let constants = try document.constants(toward: own)
      return QueryParts(
        shape: document.shape(rules), kind: try document.kind(ends, asker, rules), constants: constants,
        sizes: document.sizes(in: constants, rules), variables: document.variables(at: own))
    }
  }

  /// Tokens of a list with other keys, or with keys in other places, are of another list.
  private static func kind(_ asker: KeysetDocument, _ ends: [ListEnd], _ rules: ListRules) -> String {
    var words = ["keyset"] + ends.map(\.adjective) + asker.keys.map(\.description)
    for end in ends { words += [end.cursorArgument] + (asker.parsed.pagination.keyPlaces(toward: end) ?? []) }
    if rules.isInclusive == true { words.append("inclusive") }
    return words.joined(separator: " ")
  }
}
