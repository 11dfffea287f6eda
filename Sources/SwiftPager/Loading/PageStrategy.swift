import PagerClient
import PagerJSON
import PagerLists
import PagerState

/// Finds the queries for the pages around a page, with the functions that the user of a pager gave.
struct PageStrategy<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable {
  typealias Output = PaginationOutput<InitialQuery, PaginatedQuery>
  typealias Query = PageQuery<InitialQuery, PaginatedQuery>

  private let inspection: @Sendable (Output.Page, Query, Output) -> PageFacts
  private let restoration: @Sendable (JSONValue?, PaginationDirection) throws -> Frontier
  /// Whether the user's functions look at all pages so far. Such a list has to keep its pages.
  let readsAllPages: Bool

  /// - Parameters:
  ///   - dates: how the server writes dates.
  ///   - readsAllPages: whether `extract` may look at all pages.
  ///   - extract: reads the page info of a page with data, given all pages so far.
  ///   - resolve: returns the query for the page in a direction, or nil if there is no such page. Without a function
  ///     there are no further pages.
  init<Info: PaginationInfo>(
    dates: DateStrategy?, readsAllPages: Bool,
    extract: @escaping @Sendable (PageExtractionData<InitialQuery, PaginatedQuery, Output>) -> Info,
    resolve: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) {
    self.readsAllPages = readsAllPages
    inspection = { page, _, output in
      guard let data = PageExtractionData(page, output) else { return .withoutData }
      let info = extract(data)
      return PageFacts(
        hasData: true, itemCount: 0, next: Self.frontier(toward: .next, info, dates, resolve),
        previous: Self.frontier(toward: .previous, info, dates, resolve))
    }
    restoration = Self.restoring(dates, resolve)
  }

  /// The functions of a query that knows its list.
  ///
  /// - Parameters:
  ///   - initial: the query of the first page.
  ///   - dates: how the server writes dates.
  init(_ initial: InitialQuery, dates: DateStrategy?) where InitialQuery: PagedQuery, PaginatedQuery == InitialQuery {
    readsAllPages = false
    let countsTotal = !initial.beginsInMiddle
    inspection = { page, request, _ in
      guard let data = page.data else { return .withoutData }
      let query = request.pagedQuery
      let info = query.pageInfo(of: data)
      let resolve = { @Sendable in query.query(beyond: $0, toward: $1) }
      var inspection = PageFacts(
        hasData: true, itemCount: 0, next: Self.frontier(toward: .next, info, dates, resolve),
        previous: Self.frontier(toward: .previous, info, dates, resolve))
      inspection.add(
        ListFacts(
          itemCount: InitialQuery.itemCount(of: data), total: countsTotal ? InitialQuery.total(of: data) : nil))
      return inspection
    }
    restoration = Self.restoring(dates) { (info: InitialQuery.Info, direction) in
      initial.query(beyond: info, toward: direction)
    }
  }

  private init(
    inspection: @escaping @Sendable (Output.Page, Query, Output) -> PageFacts, like other: PageStrategy
  ) {
    self.inspection = inspection
    restoration = other.restoration
    readsAllPages = other.readsAllPages
  }

  /// The same functions, and one that counts the items of a page; nil: the page cannot be counted.
  func counting(_ facts: @escaping @Sendable (Output.Page) -> ListFacts?) -> PageStrategy {
    PageStrategy(
      inspection: { [inspection] page, query, output in
        var inspected = inspection(page, query, output)
        if inspected.hasData, let facts = facts(page) { inspected.add(facts) }
        return inspected
      }, like: self)
  }

  /// What is beyond an end of the list, according to the page info in a resume token.
  func frontier(from json: JSONValue, at end: ListEnd) throws(ResumeTokenError) -> Frontier {
    do {
      return try restoration(json["info"], end == .next ? .next : .previous)
    } catch let error as ResumeTokenError {
      throw error
    } catch {
      throw .unusable(message: "the page info in the resume token cannot be decoded: \(error)")
    }
  }

  /// What a page says of the pages around it, given all pages held.
  func inspect(_ page: Output.Page, to query: Query, among pages: PageSnapshot) -> PageFacts {
    inspection(page, query, Output(pages, lastUpdatedPage: page))
  }

  /// Reads the page info in a resume token.
  private static func restoring<Info: PaginationInfo>(
    _ dates: DateStrategy?, _ resolve: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) -> @Sendable (JSONValue?, PaginationDirection) throws -> Frontier {
    { json, direction in
      guard let type = Info.self as? any Decodable.Type else { throw ResumeTokenError.pageInfoIsNotCodable }
      let decoded = try json.map { json in try RawJSON(json).decode(type) }
      guard let info = decoded as? Info else { throw ResumeTokenError.unusable(message: "the token has no page info") }
      return Self.frontier(toward: direction, info, dates, resolve)
    }
  }

  private static func frontier<Info: PaginationInfo>(
    toward direction: PaginationDirection, _ info: Info, _ dates: DateStrategy?,
    _ resolve: (@Sendable (Info, PaginationDirection) -> PaginatedQuery?)?
  ) -> Frontier {
    guard !info.isPageInfoMissing(toward: direction) else { return .broken(.missingPageInfo) }
    let canLoad =
      switch direction {
      case .next: info.canLoadNext
      case .previous: info.canLoadPrevious
      }
    guard canLoad else { return .closed }
    guard !info.isListNull(toward: direction) else { return .broken(.nullList) }
    guard !info.isKeyRepeated(toward: direction) else { return .broken(.duplicateKey(nil)) }
    guard !info.isCursorMissing(toward: direction) else { return .broken(.nullCursor) }
    return resolve?(info, direction).map { .open(Query(paginated: $0, from: info, dates: dates)) } ?? .unresolved
  }
}

extension RawJSON {
  /// Decodes the value.
  fileprivate func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try read { node in Result { try JSONDecoding.decode(type, from: node, coding: .asTheySay) } }.get()
  }
}

extension PageExtractionData where Output == PaginationOutput<InitialQuery, PaginatedQuery> {
  /// A page with data; nil for one that has none.
  fileprivate init?(_ page: Output.Page, _ output: Output) {
    switch page {
    case .initial(let response):
      guard let data = response.data else { return nil }
      self = .initial(data, output)
    case .paginated(let response):
      guard let data = response.data else { return nil }
      self = .paginated(data, output)
    }
  }
}
