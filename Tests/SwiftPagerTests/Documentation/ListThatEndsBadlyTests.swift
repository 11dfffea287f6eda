import PagerClient
import SwiftPager
import TestSupport
import Testing

/// A page of rows in which everything may be null.
private struct RowsQuery: GraphQLQuery {
  static let document = """
    query Rows($after: String) {
      rows(first: 1, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var after: GraphQLNullable<String> = .null
  }

  struct Data: Decodable, Hashable, Sendable {
    var rows: Rows?
  }

  struct Rows: Decodable, Hashable, Sendable {
    var nodes: [Row]?
    var pageInfo: PageInfo?
  }

  struct Row: Decodable, Hashable, Sendable {
    var id: Int
  }

  struct PageInfo: Decodable, Hashable, Sendable {
    var hasNextPage: Bool?
    var endCursor: String?
  }

  var variables = Variables()
}

extension RowsQuery: PagedQuery {
  func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    .init(hasNext: data.rows?.pageInfo?.hasNextPage, endCursor: data.rows?.pageInfo?.endCursor)
  }

  func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> RowsQuery? {
    direction == .next ? RowsQuery(variables: .init(after: info.endCursor ?? .null)) : nil
  }

  static func items(of data: Data) -> [Row]? { data.rows?.nodes }
}

/// A second page that cuts its list, and what subscribers and counts show of it.
private struct BadPage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rows: JSONValue
  var errors: [String] = []
  var reason: IncompleteListError?
  /// Whether the response has data.
  var hasData = true

  var answer: ScriptedAnswer {
    var response: [String: JSONValue] = ["data": hasData ? ["rows": rows] : nil]
    if !errors.isEmpty { response["errors"] = .array(errors.map { ["message": .string($0)] }) }
    return .json(.object(response))
  }

  /// Checks the error with which a walk that says why it ended ends at this page.
  func check(_ error: (any Error)?) {
    if let reason {
      #expect(error as? IncompleteListError == reason)
    } else if hasData {
      let counts = ErrorCounts(pages: 1, errors: 2, first: .init(page: 2, message: "slow", path: nil))
      #expect(error as? PartialDataError == PartialDataError(errorCounts: counts))
    } else {
      #expect((error as? PageErrors)?.errors.map(\.message) == ["lost"])
    }
  }

  static let all = [
    BadPage(testDescription: "no page info", rows: ["nodes": [["id": 2]], "pageInfo": nil], reason: .missingPageInfo),
    BadPage(
      testDescription: "a flag that is null",
      rows: ["nodes": [["id": 2]], "pageInfo": ["hasNextPage": nil, "endCursor": "c2"]], reason: .missingPageInfo),
    BadPage(testDescription: "null in place of the connection", rows: nil, reason: .missingPageInfo),
    BadPage(
      testDescription: "null in place of the items",
      rows: ["nodes": nil, "pageInfo": ["hasNextPage": true, "endCursor": "c2"]], reason: .nullList),
    BadPage(
      testDescription: "no cursor", rows: ["nodes": [["id": 2]], "pageInfo": ["hasNextPage": true, "endCursor": nil]],
      reason: .nullCursor),
    BadPage(
      testDescription: "the cursor of its own request",
      rows: ["nodes": [["id": 2]], "pageInfo": ["hasNextPage": true, "endCursor": "c1"]], reason: .cursorStuck),
    BadPage(
      testDescription: "errors beside data",
      rows: ["nodes": [["id": 2]], "pageInfo": ["hasNextPage": false, "endCursor": nil]], errors: ["slow", "late"]),
    BadPage(testDescription: "errors without data", rows: nil, errors: ["lost"], hasData: false),
  ]
}

@Suite("Documentation: a list that ends badly", .timeLimit(.minutes(1)))
struct ListThatEndsBadlyTests {
  private typealias Pager = AsyncGraphQLQueryPager<PaginationOutput<RowsQuery, RowsQuery>>

  private func client(_ second: ScriptedAnswer) -> GraphQLClient {
    let transport = ScriptedTransport()
    let first: JSONValue = ["nodes": [["id": 1]], "pageInfo": ["hasNextPage": true, "endCursor": "c1"]]
    transport.announce(RowsQuery().sentVariables, .json(["data": ["rows": first]]))
    transport.announce(RowsQuery(variables: .init(after: "c1")).sentVariables, second)
    return GraphQLClient(RequestChannel(transport))
  }

  private func pager(_ second: ScriptedAnswer) -> Pager {
    Pager(
      client: client(second), initialQuery: RowsQuery(),
      extractPageInfo: { data in
        CursorBasedPagination.Forward(
          hasNext: data.rows?.pageInfo?.hasNextPage, endCursor: data.rows?.pageInfo?.endCursor,
          isListNull: data.rows?.nodes == nil)
      },
      pageResolver: { info, direction in
        direction == .next ? RowsQuery(variables: .init(after: info.endCursor ?? .null)) : nil
      })
  }

  @Test("loadAll returns; the outputs or the counts of errors show what cut the list", arguments: BadPage.all)
  fileprivate func shown(page: BadPage) async throws {
    let pager = pager(page.answer)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()

    let reasons = subscriber.history.compactMap { result in
      if case .failure(let error) = result { error as? IncompleteListError } else { nil }
    }
    #expect(reasons == (page.reason.map { [$0] } ?? []))
    let output = try #require(try subscriber.history.first?.get())
    #expect(output.allPages.count == 2)
    let counts = page.errors.first.map { message in
      ErrorCounts(pages: 1, errors: page.errors.count, first: .init(page: 2, message: message, path: nil))
    }
    #expect(output.errorCounts == counts)
    #expect(pager.errorCounts == counts)
    #expect(page.reason != nil || counts != nil)
  }

  @Test("all() throws what cut the list, and the current output has what was read", arguments: BadPage.all)
  fileprivate func thrown(page: BadPage) async throws {
    let pager = pager(page.answer)
    #expect(pager.currentOutput == nil)
    let error = await #expect(throws: (any Error).self) { try await pager.all() }
    page.check(error)
    #expect(pager.currentOutput?.allPages.count == 2)
    await pager.reset()
    #expect(pager.currentOutput == nil)
  }

  @Test("The pages of the query and of its pagers end with it, after the pages that arrived", arguments: BadPage.all)
  fileprivate func thrownAfterPages(page: BadPage) async throws {
    let query = RowsQuery()
    let answer = page.answer
    // These know a null list by a function, and not by their page info.
    let unaware = AsyncGraphQLQueryPager(
      client: client(answer), initialQuery: query, extractPageInfo: { query.pageInfo(of: $0) },
      pageResolver: { info, direction in query.query(beyond: info, toward: direction) })
    let items = { @Sendable (page: PaginationOutput<RowsQuery, RowsQuery>) in page.allData.first?.rows?.nodes }
    var counts: [Int] = []
    page.check(await end(of: query.pages(client: client(answer)), &counts))
    page.check(await end(of: query.itemPager(client: client(answer)).pages(), &counts))
    page.check(await end(of: pager(answer).pages(), &counts))
    page.check(await end(of: unaware.pages(items: items), &counts))
    // A page without data is not one of the pages: its errors are thrown.
    #expect(counts == Array(repeating: page.hasData ? 2 : 1, count: 4))
    page.check(await #expect(throws: (any Error).self) { try await query.itemPager(client: client(answer)).all() })
  }

  /// What a walk threw; counts its pages.
  private func end<Page>(of pages: QueryPages<Page>, _ counts: inout [Int]) async -> (any Error)? {
    var count = 0
    defer { counts.append(count) }
    do {
      for try await _ in pages { count += 1 }
      return nil
    } catch {
      return error
    }
  }

  @Test("A null list that ends by its own word ends well")
  func nullListAtTheEnd() async throws {
    let rows: JSONValue = ["nodes": nil, "pageInfo": ["hasNextPage": false, "endCursor": nil]]
    let pager = pager(.json(["data": ["rows": rows]]))
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(try subscriber.history.map { try $0.get().allPages.count } == [2])
  }

  @Test("The page infos of every kind of list can say that a page does not say whether there is more")
  func unknown() {
    let next: [any PaginationInfo] = [
      CursorBasedPagination.Forward(hasNext: nil, endCursor: "a"),
      OffsetPagination.Forward(offset: 1, canLoadNext: nil),
      CursorBasedPagination.Bidirectional(hasNext: nil, endCursor: "a", hasPrevious: true, startCursor: "b"),
      OffsetPagination.Bidirectional(nextOffset: 1, canLoadNext: nil, previousOffset: 0, canLoadPrevious: true),
      KeysetPagination.Forward(key: 1, canLoadNext: nil),
    ]
    for info in next {
      #expect(info.isPageInfoMissing(toward: .next) && !info.isPageInfoMissing(toward: .previous) && !info.canLoadNext)
    }
    let previous: [any PaginationInfo] = [
      CursorBasedPagination.Reverse(hasPrevious: nil, startCursor: "a"),
      OffsetPagination.Reverse(offset: 1, canLoadPrevious: nil),
      CursorBasedPagination.Bidirectional(hasNext: true, endCursor: "a", hasPrevious: nil, startCursor: "b"),
      OffsetPagination.Bidirectional(offset: 1, canLoadNext: true, canLoadPrevious: nil),
      KeysetPagination.Reverse(key: 1, canLoadPrevious: nil),
    ]
    for info in previous {
      #expect(
        info.isPageInfoMissing(toward: .previous) && !info.isPageInfoMissing(toward: .next) && !info.canLoadPrevious)
    }
    let noItems: [Int]? = nil
    #expect(KeysetPagination.Forward(noItems, key: \.self).isListNull(toward: .next))
    #expect(KeysetPagination.Reverse(noItems, key: \.self).isListNull(toward: .previous))
    #expect(!CursorBasedPagination.Forward(hasNext: false, endCursor: nil).isPageInfoMissing(toward: .next))
  }

  @Test("A token does not count the errors of a page that the next process asks for again")
  func token() async throws {
    let first = pager(BadPage(testDescription: "", rows: nil, errors: ["lost"], hasData: false).answer)
    try await first.loadAll()
    #expect(first.errorCounts?.errors == 1)
    let rows: JSONValue = ["nodes": [["id": 2]], "pageInfo": ["hasNextPage": false, "endCursor": nil]]
    let second = pager(.json(["data": ["rows": rows]]))
    try second.resume(from: try first.resumeToken())
    try await second.loadNext()
    #expect(second.errorCounts == nil)
  }
}
