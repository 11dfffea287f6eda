import PagerCache
import PagerClient
import SwiftPager
import Synchronization
import TestSupport
import Testing

/// The pages of a list one by one, from a query that knows its list and from a pager.
@Suite("Documentation: pages()", .timeLimit(.minutes(1)))
struct PagesTests {
  @Test("Each page comes once and in order, from the query and from its pagers")
  func whole() async throws {
    let client = try Shop.client()
    let query = ProductsQuery(first: 90)
    var counts: [Int] = []
    var numbers: [Int] = []
    for try await page in query.pages(client: client) {
      counts.append(page.items.count)
      numbers += page.items.map(\.number)
    }
    #expect(counts == Array(repeating: 90, count: 11) + [10])
    #expect(numbers == Array(1...Shop.productCount))

    let pager = query.itemPager(client: client)
    let subscriber = RecordingSubscriber(pager)
    numbers = []
    for try await products in pager.pages() { numbers += products.map(\.number) }
    #expect(numbers == Array(1...Shop.productCount))
    // The walk is not the pager's: its subscribers hear nothing, and it has no pages.
    #expect(subscriber.history.isEmpty)
    #expect(pager.currentOutput == nil)

    numbers = []
    for try await output in query.pager(client: client).pages() {
      #expect(output.allPages.count == 1)
      numbers += output.allData.flatMap(\.products.nodes).map(\.number)
    }
    #expect(numbers == Array(1...Shop.productCount))
  }

  @Test("A query that knows its list makes pagers of both kinds")
  func pagers() async throws {
    let client = try Shop.client()
    let query = ProductsQuery(first: 100)
    #expect(try await query.itemPager(client: client).all().map(\.number) == Array(1...Shop.productCount))
    #expect(try await query.pager(client: client).all().allPages.count == 10)
    let callbacks = GraphQLQueryPager(client: client, itemsOf: query)
    #expect(try await callbacks.all().count == Shop.productCount)
    // A token keeps its place: the next pager goes on behind it.
    let first = query.itemPager(client: client)
    await first.fetch()
    let second = query.itemPager(client: client)
    try second.resume(from: try first.resumeToken())
    #expect(try await second.all().map(\.number) == Array(101...Shop.productCount))
  }

  @Test("The next pages come first, then the previous ones, as in loadAll")
  func bothWays() async throws {
    var numbers: [Int] = []
    for try await page in MiddleQuery().pages(client: ScriptedShop.client()) {
      numbers.append(page.items.first?.number ?? 0)
    }
    #expect(numbers == [501, 601, 701, 801, 901, 401, 301, 201, 101, 1])
  }

  @Test("Offsets that are counted from all pages so far are right, because the walk keeps the pages for them")
  func offsets() async throws {
    let pager = AsyncGraphQLQueryPager(
      client: try Shop.client(), initialQuery: ProductListQuery(offset: 0, limit: 100),
      extractPageInfo: {
        (
          page: PageExtractionData<
            ProductListQuery, ProductListQuery, PaginationOutput<ProductListQuery, ProductListQuery>
          >
        )
        in
        let loaded = page.output.allData.map(\.productList.items.count).reduce(0, +)
        return OffsetPagination.Forward(offset: loaded, canLoadNext: loaded < Shop.productCount)
      },
      pageResolver: { page, direction in
        direction == .next ? ProductListQuery(offset: page.offset, limit: 100) : nil
      })
    var numbers: [Int] = []
    for try await page in pager.pages() { numbers += page.allData.flatMap(\.productList.numbers) }
    #expect(numbers == Array(1...Shop.productCount))
  }

  @Test("The walk asks for one page ahead of the reader, and no more")
  func heldBack() async throws {
    let transport = ScriptedTransport { .json(["data": Rows.page(at: $0)]) }
    let client = GraphQLClient(RequestChannel(transport))
    var iterator = Rows().pages(client: client).makeAsyncIterator()
    #expect(transport.requests.isEmpty)
    for taken in 1...5 {
      #expect(try await iterator.next()?.items == [taken - 1])
      try await eventually("one page more travels") { transport.requests.count == taken + 1 }
    }
    try await Task.sleep(for: .milliseconds(50))
    #expect(transport.requests.count == 6)
  }

  @Test("A walk keeps no pages, however many there are")
  func memory() async throws {
    let transport = ScriptedTransport { .json(["data": Rows.page(at: $0)]) }
    let client = GraphQLClient(RequestChannel(transport))
    for try await page in Rows(count: 300).pages(client: client) {
      #expect(Rows.Alive.count > 0)
      // On a busy machine, threads let go of pages late.
      try await eventually("few pages are there") { Rows.Alive.count <= 4 }
      if page.items == [299] { break }
    }
  }

  @Test("Each iteration is a walk of its own, and a walk ends when its reader leaves")
  func leaving() async throws {
    let silent = try SilentServer()
    let client = try GraphQLClient(ClientConfiguration(endpoint: silent.endpoint, timeout: .zero))
    let reading = Task {
      for try await _ in ProductsQuery(first: 1).pages(client: client) {}
    }
    try await silent.requestArrived()
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    try await silent.connectionClosed()

    let transport = ScriptedTransport { .json(["data": Rows.page(at: $0)]) }
    let pages = Rows(count: 3).pages(client: GraphQLClient(RequestChannel(transport)))
    for _ in 1...2 {
      var rows: [Int] = []
      for try await page in pages { rows += page.items }
      #expect(rows == [0, 1, 2])
    }
    #expect(transport.requests.count == 6)
    transport.hold()
    var iterator: QueryPages<GraphQLResponse<Rows>>.Iterator? = pages.makeAsyncIterator()
    let first = Task { [iterator] in
      var iterator = iterator
      return try await iterator?.next()
    }
    try await eventually("it is asked for") { transport.requests.count == 7 }
    iterator = nil
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  /// What ends a walk while the page after the one read is on its way.
  enum Leaving: CaseIterable {
    case leftLoop, cancelledTask, failedTransform
  }

  @Test("The request ahead is aborted with its walk", arguments: Leaving.allCases)
  func abortedAhead(leaving: Leaving) async throws {
    struct Unfit: Error {}
    let transport = ScriptedTransport(holding: true) { .json(["data": Rows.page(at: $0)]) }
    let query = Rows()
    let pager = AsyncGraphQLQueryPager(
      client: GraphQLClient(RequestChannel(transport)), initialQuery: query,
      extractPageInfo: { query.pageInfo(of: $0) },
      pageResolver: { info, direction in query.query(beyond: info, toward: direction) },
      pageTransform: { (data: Rows.Data) -> [Int] in
        if leaving == .failedTransform { throw Unfit() }
        return data.rows.nodes
      })
    var iterator: QueryPages<[Int]>.Iterator? = pager.pages().makeAsyncIterator()
    let first = Task { [iterator] in
      var iterator = iterator
      return try await iterator?.next()
    }
    try await eventually("it is asked for") { transport.requests.count == 1 }
    transport.release()
    if leaving == .failedTransform {
      await #expect(throws: Unfit.self) { try await first.value }
    } else {
      #expect(try await first.value == [0])
    }
    try await eventually("the next page travels") { transport.requests.count == 2 }
    if leaving == .cancelledTask {
      let second = Task { [iterator] in
        var iterator = iterator
        withUnsafeCurrentTask { $0?.cancel() }
        return try await iterator?.next()
      }
      await #expect(throws: CancellationError.self) { try await second.value }
    }
    if leaving == .leftLoop { iterator = nil }
    try await eventually("the next page is aborted") { transport.cancelled.count == 1 }
    #expect(try await iterator?.next() == nil)
  }

  @Test("After the end and after an error there are no more pages")
  func afterTheEnd() async throws {
    let transport = ScriptedTransport { request in
      request["at"]?.integer == 1 ? .offline() : .json(["data": Rows.page(at: request)])
    }
    let client = GraphQLClient(RequestChannel(transport))
    var failing = Rows().pages(client: client).makeAsyncIterator()
    #expect(try await failing.next() != nil)
    await #expect(throws: ClientError.self) { try await failing.next() }
    #expect(try await failing.next() == nil)
    var whole = Rows(count: 1).pages(client: client).makeAsyncIterator()
    #expect(try await whole.next() != nil)
    #expect(try await whole.next() == nil)
    #expect(try await whole.next() == nil)
    await #expect(throws: CancellationError.self) {
      withUnsafeCurrentTask { $0?.cancel() }
      var late = Rows(count: 1).pages(client: client).makeAsyncIterator()
      _ = try await late.next()
    }
  }

  @Test("A list that ends before its total is thrown, but not one that was opened in its middle")
  func total() async throws {
    let transport = ScriptedTransport { .json(["data": Rows.page(at: $0)]) }
    let client = GraphQLClient(RequestChannel(transport))
    let short = Rows(count: 3, total: 5)
    let expected = FewerThanTotalError(items: 3, total: 5)
    var read = 0
    let error = await #expect(throws: FewerThanTotalError.self) {
      for try await page in short.pages(client: client) { read += page.items.count }
    }
    #expect(error == expected)
    #expect(read == 3)
    await #expect(throws: expected) { try await short.itemPager(client: client).all() }
    try await short.itemPager(client: client).loadAll()
    #expect(try await Rows(count: 5, total: 5).itemPager(client: client).all().count == 5)
    #expect(try await Rows(count: 5, total: 5, at: 3).itemPager(client: client).all() == [3, 4])

    for (query, doubts) in [
      (short, [ListDoubt.fewerThanTotal]), (Rows(count: 5, total: 5), []), (Rows(count: 5, total: 3), [.moreThanTotal]),
      (Rows(count: 5, total: 5, at: 3), []),
    ] {
      let pager = query.itemPager(client: client)
      await pager.fetch()
      #expect(pager.doubts.isEmpty)
      try await pager.loadAll()
      #expect(pager.doubts == doubts)
    }

    let closures = AsyncGraphQLQueryPager(
      client: client, initialQuery: short, extractPageInfo: { short.pageInfo(of: $0) },
      pageResolver: { info, direction in short.query(beyond: info, toward: direction) },
      pageTransform: { (data: Rows.Data) in [data] })
    for try await _ in closures.pages() {}
    await #expect(throws: expected) {
      for try await _ in closures.pages(items: { $0.first?.rows.nodes }, total: { $0.first?.rows.total }) {}
    }
  }

  @Test("With the cache's answer and the server's, a page comes once, as the server has it")
  func cached() async throws {
    let transport = ScriptedTransport { .json(["data": Rows.page(at: $0)]) }
    let client = GraphQLClient(RequestChannel(transport), cache: Cache(CacheConfiguration()))
    for policy in [CachePolicy.fetchIgnoringCacheData, .returnCacheDataAndFetch, .returnCacheDataElseFetch] {
      let before = transport.requests.count
      var sources: [UpdateSource] = []
      for try await page in Rows(count: 3).pages(client: client, cachePolicy: policy) { sources.append(page.source) }
      let isCached = policy == .returnCacheDataElseFetch
      #expect(sources == Array(repeating: isCached ? .cache : .server, count: 3))
      #expect(transport.requests.count - before == (isCached ? 0 : 3))
    }
  }

  @Test("A strict walk ends after a page with errors; a transform's error ends the walk")
  func strict() async throws {
    let transport = ScriptedTransport { .json(["data": Rows.page(at: $0), "errors": [["message": "late"]]]) }
    let client = GraphQLClient(RequestChannel(transport))
    var read = 0
    await #expect(throws: PageErrors.self) {
      for try await _ in Rows(count: 3).pages(client: client, isStrict: true) { read += 1 }
    }
    #expect(read == 1)
    struct Unfit: Error {}
    let pager = AsyncGraphQLQueryPager(
      client: client, initialQuery: Rows(count: 3), extractPageInfo: { Rows(count: 3).pageInfo(of: $0) },
      pageResolver: { info, direction in Rows(count: 3).query(beyond: info, toward: direction) },
      pageTransform: { (_: Rows.Data) -> [Int] in throw Unfit() })
    await #expect(throws: Unfit.self) { for try await _ in pager.pages() {} }
    await #expect(throws: Unfit.self) { for try await _ in pager.pages(items: { $0 }) {} }
  }
}

/// The shop's products from the middle on, in pages of 100.
private struct MiddleQuery: PagedQuery {
  static let document = ProductsQuery.document
  typealias Data = ProductsQuery.Data

  var variables = ProductsQuery.Variables(first: 100, after: "c500")
  var beginsInMiddle: Bool { true }

  func pageInfo(of data: Data) -> CursorBasedPagination.Bidirectional {
    let info = data.products.pageInfo
    return .init(
      hasNext: info.hasNextPage, endCursor: info.endCursor, hasPrevious: info.hasPreviousPage,
      startCursor: info.startCursor)
  }

  func query(beyond info: CursorBasedPagination.Bidirectional, toward direction: PaginationDirection) -> MiddleQuery? {
    switch direction {
    case .next: MiddleQuery(variables: .init(first: 100, after: info.endCursor ?? .none))
    case .previous: MiddleQuery(variables: .init(last: 100, before: info.startCursor ?? .none))
    }
  }

  static func items(of data: Data) -> [Product]? { data.products.nodes }
}

/// A list of numbers from 0 on, one a page. Its data counts how many of its values are alive.
private struct Rows: PagedQuery {
  static let document = """
    query Rows($at: Int!, $count: Int!, $total: Int) {
      rows(at: $at, count: $count, total: $total) { nodes next total }
    }
    """

  struct Variables: Codable, Hashable, Sendable {
    var at = 0
    var count: Int
    var total: Int?
  }

  /// Counts the values of `Data` that exist.
  final class Alive: Hashable, Sendable {
    private static let number = Atomic(0)
    static var count: Int { number.load(ordering: .relaxed) }

    init() { Self.number.add(1, ordering: .relaxed) }

    deinit { Self.number.subtract(1, ordering: .relaxed) }

    static func == (left: Alive, right: Alive) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  struct Data: Decodable, Hashable, Sendable {
    struct List: Decodable, Hashable, Sendable {
      var nodes: [Int]
      var next: String?
      var total: Int?
    }

    var rows: List
    private let alive = Alive()

    private enum CodingKeys: CodingKey {
      case rows
    }
  }

  var variables: Variables

  init(count: Int = 1000, total: Int? = nil, at place: Int = 0) {
    variables = Variables(at: place, count: count, total: total)
  }

  /// The server's answer.
  static func page(at variables: JSONValue) -> JSONValue {
    let (place, count) = (variables["at"]?.integer ?? 0, variables["count"]?.integer ?? 0)
    return [
      "rows": [
        "nodes": [.integer(place)], "next": place + 1 < count ? .string("\(place + 1)") : nil,
        "total": variables["total"] ?? nil,
      ]
    ]
  }

  var beginsInMiddle: Bool { variables.at > 0 }

  func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
    .init(hasNext: data.rows.next != nil, endCursor: data.rows.next)
  }

  func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> Rows? {
    guard direction == .next, let place = info.endCursor.flatMap({ Int($0) }) else { return nil }
    return Rows(count: variables.count, total: variables.total, at: place)
  }

  static func items(of data: Data) -> [Int]? { data.rows.nodes }
  static func total(of data: Data) -> Int? { data.rows.total }
}
