import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// How an offset list is read with one document, or with one for its first page and one for the further ones.
struct OffsetList: PlannedList {
  let queries: ListQueries
  let initialRequest: PageRequest
  let identity: ListIdentity
  let opensInMiddle: Bool

  static let keys: Set = [
    "offset", "page", "limit", "page_count", "has_more", "end", "concurrency", "repeats", "max_empty_pages",
  ]

  init(first: ParsedDocument, further: ParsedDocument?, _ rules: ListRules) throws(DocumentPlanError) {
    if let direction = rules.direction, direction != .forward {
      throw DocumentPlanError(["pagination", "direction"], "an offset list has one direction, forward")
    }
    if rules.ending == .firstPage { try Self.checkWholeList(first, further) }
    let opener = try OffsetDocument(first)
    let follower = try further.map { parsed throws(DocumentPlanError) in try OffsetDocument(parsed) }
    let place = try (follower ?? opener).place(rules)
    let names = (further ?? first).pagination
    if rules.concurrency ?? 1 > 1, names.total ?? names.foundTotal == nil, names.pageCount == nil {
      throw DocumentPlanError(
        ["pagination", "concurrency"],
        "to request pages at once, the library must know how many there are: name the place of the number of all items "
          + "as `total`, or of all pages as `page_count`")
    }
    // A list that its first page is needs no variable that names a page.
    let openingPlace = follower == nil && rules.ending != .firstPage ? place : try opener.knownPlace()
    identity = ListIdentity(
      kind: place.countsPages ? "page" : "offset",
      [opener, follower].compactMap { $0 }.map { document in
        ListIdentity.Document(document.parsed, [document.limitVariable, place.variable, openingPlace?.variable])
      })
    let start = try openingPlace.map { place throws(DocumentPlanError) in try opener.start(at: place) }
    let (offset, past) = start ?? place.assumedStart
    let setting = openingPlace.map { PageRequest.Setting($0.variable, VariableValue(integer: offset.number)) }
    initialRequest = PageRequest(
      .first, toward: .next, setting.map { [$0] } ?? [], at: .offset(offset), after: past)
    opensInMiddle = offset.itemsBefore != 0

    queries = try ListQueries(first: opener, further: follower) { document, query throws(DocumentPlanError) in
      let own = query == .first ? openingPlace : place
      let constants = [ListEnd.next: try document.constants(without: own?.variable)]
      return QueryParts(
        shape: document.shape(rules), kind: try document.kind(place, rules), constants: constants,
        sizes: document.sizes(in: constants, place, rules), variables: document.variables(at: own))
    }
  }
}

extension OffsetList {
  /// Refuses what asks for pages, or ends a list of pages, in a list that the server sends at once.
  private static func checkWholeList(
    _ first: ParsedDocument, _ further: ParsedDocument?
  ) throws(DocumentPlanError) {
    if further != nil {
      throw DocumentPlanError(["next_query"], "a list that ends with its first page has no next query: leave it out")
    }
    let names = first.pagination
    let given = [
      ("offset", names.offset != nil), ("page", names.page != nil),
    ]
    for (key, isGiven) in given where isGiven {
      throw first.config.error(
        inNames: key, "a list that ends with its first page has no `\(key)`: leave it out, or leave out `end`")
    }
  }
}

/// What one document says of an offset list, together with what the config says of the document.
struct OffsetDocument {
  /// The variable that says which page to send.
  struct Place {
    let variable: String
    let countsPages: Bool

    /// The first page if no variable says which one it is.
    var assumedStart: (offset: ListOffset, past: ListPast) {
      countsPages
        ? (ListOffset(number: 1, itemsBefore: 0), .ofAssumedFirst) : (ListOffset(number: 0, itemsBefore: 0), .unknown)
    }
  }

  let list: BareList

  init(_ parsed: ParsedDocument) throws(DocumentPlanError) {
    list = try BareList(parsed, "an offset list", sizedBy: WordTable.shared[.size] + WordTable.shared[.last])
  }

  var parsed: ParsedDocument { list.parsed }
  private var field: ListField? { list.field }

  // MARK: The place

  /// The variable that says which page to send. A list of one page needs none.
  func place(_ rules: ListRules) throws(DocumentPlanError) -> Place {
    if let known = try knownPlace() { return known }
    if rules.ending == .firstPage { return Place(variable: "", countsPages: false) }
    for argument in ["offset", "page"] {
      guard let field, case .literal(let position) = field.argument(argument) else { continue }
      throw parsed.config.error(
        in: "query",
        "the argument `\(argument)` of the field \(field.label) is fixed in the document: make it a variable, "
          + "as in `\(argument): $\(argument)`", at: position)
    }
    throw parsed.config.error(
      inNames: "offset", "name the variable that takes the offset as `offset`, or the page number as `page`",
      at: field?.position)
  }

  /// That variable; nil if nothing names one.
  func knownPlace() throws(DocumentPlanError) -> Place? {
    let pagination = parsed.pagination
    if pagination.offset != nil, pagination.page != nil {
      throw parsed.config.error(inNames: "page", "a list has `offset` or `page`, not both: leave one of the two out")
    }
    if let offset = pagination.offset {
      return Place(variable: try parsed.declared(offset, as: "offset"), countsPages: false)
    }
    if let page = pagination.page {
      return Place(variable: try parsed.declared(page, as: "page"), countsPages: true)
    }
    if let offset = field?.argument("offset").variableName { return Place(variable: offset, countsPages: false) }
    return field?.argument("page").variableName.map { Place(variable: $0, countsPages: true) }
  }

  /// The place of the first page. By default it is the first item, or page 1.
  func start(at place: Place) throws(DocumentPlanError) -> (offset: ListOffset, past: ListPast) {
    guard let value = parsed.value(of: place.variable) else { return place.assumedStart }
    guard let number = value.integer, number >= 0 else {
      throw parsed.config.error(
        inVariable: place.variable,
        "expected a whole number of at least 0: `$\(place.variable)` is the "
          + (place.countsPages ? "number of the first page" : "offset of the first page"))
    }
    guard place.countsPages else { return (ListOffset(number: number, itemsBefore: number), .unknown) }
    // The server may count from 0 or from 1, and may send smaller pages than requested.
    return (ListOffset(number: number, itemsBefore: number <= 1 ? 0 : nil), .unknown)
  }

  // MARK: The rest

  func shape(_ rules: ListRules) -> ConnectionShape {
    ConnectionShape(connection: list.connection, items: [list.items], rules)
  }

  func kind(_ place: Place, _ rules: ListRules) throws(DocumentPlanError) -> ListKind {
    let isWhole = rules.ending == .firstPage
    if parsed.pagination.pageCount != nil, !place.countsPages, !isWhole {
      throw parsed.config.error(
        inNames: "page_count",
        "`page_count` needs requests with page numbers, and `$\(place.variable)` takes an offset: name the place of "
          + "the number of all items as `total`, or that of the flag for more items as `has_more`")
    }
    if rules.emptyPageLimit != nil, !place.countsPages {
      throw DocumentPlanError(
        ["pagination", "max_empty_pages"],
        "`max_empty_pages` needs requests with page numbers, and `$\(place.variable)` takes an offset, which an empty "
          + "page does not move: leave it out")
    }
    var end = EndRules(place.countsPages ? .pageNumber : .offset, rules)
    if rules.ending == .shortPage { end.fullPage = try list.fullPage() }
    end.limit = list.knownLimit
    // In a list that its first page should be, everything that says more counts.
    let signs = isWhole ? field.map { ListSigns(of: $0) } : nil
    let (names, isBare) = (parsed.pagination, list.items.tokens.isEmpty)
    let sign = { (purpose: WordTable.Purpose) in isBare ? nil : signs?[purpose]?.pointer }
    return .offset(
      OffsetShape(
        variable: place.variable, countsPages: place.countsPages, hasMore: names.hasMore ?? sign(.hasMore),
        pageCount: names.pageCount ?? sign(.pageCount), nextCursor: isBare ? nil : signs?.nextCursor, end: end))
  }

  /// The variables that stay the same in all requests.
  func constants(without place: String?) throws(DocumentPlanError) -> [String: RawJSON] {
    var constants = parsed.variables
    if let place { try parsed.set(place, to: nil, in: &constants) }
    let taken = place.map { VariablePlace($0)?.variable ?? $0 }
    for variable in parsed.definition.variables where variable.name != taken {
      try parsed.check.refuseMissing(variable, constants[variable.name])
    }
    if let limit = parsed.pagination.limit { _ = try parsed.declared(limit, as: "limit") }
    return constants
  }

  /// The variable that takes the size of a page; nil if nothing names one.
  var limitVariable: String? { list.limitVariable }

  /// The variables of pages.
  ///
  /// - Parameter place: the variable that says which page to send; nil: there is none.
  func variables(at place: Place?) -> PageVariables {
    PageVariables(sizes: limitVariable.map { [.next: $0] } ?? [:], offset: place?.variable)
  }

  /// The sizes of pages that may be reduced. With page numbers they may not, because that would skip items, and not if
  /// a short page or the first one ends the list.
  func sizes(
    in constants: [ListEnd: [String: RawJSON]], _ place: Place, _ rules: ListRules
  ) -> [ListEnd: PageSize] {
    let maySendLess = rules.ending == nil || rules.ending == .emptyPage
    guard !place.countsPages, maySendLess, let limitVariable, let values = constants[.next] else { return [:] }
    return parsed.size(limitVariable, in: values).map { [.next: $0] } ?? [:]
  }
}
