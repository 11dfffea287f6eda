import SwiftPager
import TestSupport
import Testing

/// Orders of a server in Hasura's shape, after or before one of them.
private struct OrdersQuery: GraphQLQuery {
  static let document = """
    query Orders($where: orders_bool_exp, $order: [orders_order_by!], $limit: Int) {
      orders(where: $where, order_by: $order, limit: $limit) { id created_at }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    struct Order: Encodable, Hashable, Sendable {
      var created_at: String?
      var id: String?
    }

    var `where`: [String: [String: Int]] = [:]
    var order: [Order]
    var limit: Int
  }

  struct Data: Decodable, Hashable, Sendable {
    struct Order: Decodable, Hashable, Sendable {
      let id: Int
      let created_at: String
    }

    let orders: [Order]
  }

  var variables: Variables

  init(after id: Int? = nil, limit: Int) {
    variables = Variables(order: [.init(id: "asc")], limit: limit)
    if let id { variables.where = ["id": ["_gt": id]] }
  }

  init(before id: Int?, limit: Int) {
    variables = Variables(order: [.init(id: "desc")], limit: limit)
    if let id { variables.where = ["id": ["_lt": id]] }
  }
}

@Suite("Documentation: a list that is paged by the keys of its items", .timeLimit(.minutes(1)))
struct KeysetTests {
  private typealias Pager = AsyncGraphQLQueryPager<PaginationOutput<OrdersQuery, OrdersQuery>>

  private func client() throws -> GraphQLClient {
    try GraphQLClient(endpoint: Shop.endpoint().replacing("/graphql", with: "/hasura"))
  }

  private func forward(limit: Int, pageSize: Int? = nil) throws -> Pager {
    Pager(
      client: try client(), initialQuery: OrdersQuery(limit: limit),
      extractPageInfo: { data in KeysetPagination.Forward(data.orders, pageSize: pageSize) { $0.id } },
      pageResolver: { page, direction in
        direction == .next ? OrdersQuery(after: page.key, limit: limit) : nil
      })
  }

  @Test("The list ends with an empty page, or with a short one if it was said", arguments: [(nil, 13), (90, 12)])
  func wholeList(pageSize: Int?, pages: Int) async throws {
    let pager = try forward(limit: 90, pageSize: pageSize)
    try await pager.loadAll()
    let output = try await pager.output()
    #expect(output.allData.flatMap(\.orders).map(\.id) == Array(1...1000))
    #expect(output.allPages.count == pages)
    await #expect(pager.canLoadNext == false)
  }

  @Test("The makers take one query for all pages")
  func makers() async throws {
    let forward = Pager.makeForwardKeysetQueryPager(key: Int.self)(
      client: try client(), queryProvider: { page in OrdersQuery(after: page?.key, limit: 100) },
      extractPageInfo: { data in KeysetPagination.Forward(data.orders) { $0.id } })
    try await forward.loadAll()
    #expect(try await forward.output().allData.flatMap(\.orders).map(\.id) == Array(1...1000))

    // The server turns the order round, so the first key of a page in the order of the list is its last one.
    let reverse = Pager.makeReverseKeysetQueryPager(key: Int.self)(
      client: try client(), queryProvider: { page in OrdersQuery(before: page?.key, limit: 100) },
      extractPageInfo: { data in KeysetPagination.Reverse(data.orders.reversed()) { $0.id } })
    try await reverse.loadAll()
    let pages = try await reverse.output().allData.map { $0.orders.reversed().map(\.id) }
    #expect(pages.flatMap { $0 } == Array(1...1000))
  }

  @Test("A list goes on in another process with the key of a token")
  func resuming() async throws {
    let first = try forward(limit: 100)
    await first.fetch()
    let second = try forward(limit: 100)
    try second.resume(from: try first.resumeToken())
    try await second.loadNext()
    #expect(try await second.output().allData.flatMap(\.orders).map(\.id) == Array(101...200))
  }

  @Test("Two items with the same key end the list, and its page stays")
  func duplicateKeys() async throws {
    let limit = 10
    let pager = Pager(
      client: try client(), initialQuery: OrdersQuery(limit: limit),
      extractPageInfo: { data in KeysetPagination.Forward(data.orders) { $0.created_at } },
      pageResolver: { _, direction in direction == .next ? OrdersQuery(limit: limit) : nil })
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    await #expect(pager.canLoadNext == false)
    let failures = subscriber.history.compactMap { result -> IncompleteListError? in
      if case .failure(let error) = result { error as? IncompleteListError } else { nil }
    }
    #expect(failures == [.duplicateKey])
    #expect(try subscriber.history.first?.get().allData.flatMap(\.orders).count == limit)
  }

  @Test("A last item without a key ends the list, and an empty page is its end")
  func missingKeys() {
    let forward = KeysetPagination.Forward([1, nil], key: \.self)
    #expect(forward.canLoadNext && forward.isCursorMissing(toward: .next))
    let reverse = KeysetPagination.Reverse([nil, 1], key: \.self)
    #expect(reverse.canLoadPrevious && reverse.isCursorMissing(toward: .previous))
    #expect(!KeysetPagination.Forward([Int](), key: \.self).canLoadNext)
    #expect(!KeysetPagination.Reverse([3], pageSize: 2, key: \.self).canLoadPrevious)
    #expect(KeysetPagination.Forward([3, nil, nil, 4], key: \.self).isKeyRepeated == false)
    #expect(KeysetPagination.Reverse(["a", "b", "a"], key: \.self).isKeyRepeated)
  }
}
