import SwiftPager
import SwiftPagerTesting
import Testing

/// What docs/migrating.md shows, against a server in memory.
@Suite("Moving from ApolloPagination", .timeLimit(.minutes(1)))
struct MigratingTests {
  /// A list of three names, in pages of two.
  private let transport = ScriptedTransport { request in
    if request.document.hasPrefix("mutation") {
      return .data(["renameProduct": ["id": "1", "name": "Oak Lamp"]])
    }
    let isFirst = request.variables["after"] == nil
    let nodes: [JSONValue] = isFirst ? [["id": "1", "name": "Lamp"], ["id": "2", "name": "Chair"]] : []
    return .data(["products": .connection(nodes: nodes, endCursor: isFirst ? "a" : nil)])
  }
  private let client: GraphQLClient

  init() throws {
    client = try GraphQLClient(transport: transport)
  }

  @Test("Pagers are made as they were")
  func pagers() async throws {
    let made = Migrating.made(client)
    try await made.loadAll()
    #expect(transport.requests.count == 2)
    #expect(await !made.canLoadNext)
    let counting = Migrating.countingPager(client, Migrating.ProductsQuery(first: 2, after: .none), NamesQuery.self) {
      $0.products.nodes.map(\.name)
    }
    await counting.fetch(cachePolicy: .networkOnly)
    for await update in counting.updates {
      #expect(try update.get() == ["Lamp", "Chair"])
      break
    }
    #expect(Migrating.offsets.offset == Migrating.offsets.nextOffset)
  }

  @Test("Calls of both generations")
  func calls() async throws {
    let pager = Migrating.pager(client)
    #expect(await Migrating.thrown(pager) == "nothing")
    try await Migrating.awaited(pager)
    Migrating.withCompletions(pager)
    _ = await Migrating.state(pager)
    // It was reset.
    #expect(!pager.canLoadNext)
  }

  @Test("A call that is reset is a cancellation")
  func reset() async throws {
    #expect(await Migrating.resetUnderWay(Migrating.pager(client), transport) == .cancellation)
    #expect(transport.requests.count == 1)
  }

  @Test("Requests outside of a list")
  func requests() async throws {
    #expect(try Migrating.clients().count == 3)
    #expect(try await Migrating.requests(client).map { $0.data?.products.nodes.count } == [2, 2, 2])
    #expect(try await Migrating.mutation(client) == "Oak Lamp")
  }

  @Test("An app of the early versions reads its pages")
  @MainActor
  func early() async throws {
    let model = Migrating.EarlyModel()
    let pager = Migrating.pager(client)
    await pager.fetch()
    for await result in pager.updates {
      model.take(result)
      let output = try result.get()
      #expect(Migrating.newest(output).first?.nodes.count == 2)
      #expect(Migrating.everything(output).count == 1)
      break
    }
    #expect(model.rows == ["Lamp", "Chair"])
    #expect(model.sources == [.server])
    let names = Migrating.names(client)
    try await names.loadAll()
    for await result in names.updates {
      model.take(result)
      break
    }
    #expect(model.rows == ["Lamp", "Chair"])
    let counted = Migrating.counted(client)
    await counted.fetch(cachePolicy: .networkOnly)
    #expect(!Migrating.text(of: ClientError.closed).isEmpty)
    await #expect(throws: PaginationError.noQuery) { try await counted.loadNext() }
  }

  @Test("A transaction is synchronous")
  func transactions() async throws {
    let product: JSONValue = ["__typename": "Product", "id": "1", "name": "Lamp"]
    let products: JSONValue = ["__typename": "ProductConnection", "nodes": [product]]
    let answer = ScriptedTransport { _ in .data(["__typename": "Query", "products": products]) }
    let client = try GraphQLClient(transport: answer)
    _ = try await client.fetch(Migrating.WrittenQuery())
    try await Migrating.removeAll(client)
    let data = try await client.store.withinReadTransaction { try $0.read(Migrating.WrittenQuery()) }
    #expect(data.products.nodes.isEmpty)
  }

  @Test("A policy is what the table says it is")
  func policies() {
    for (behavior, second, first) in Migrating.policies {
      #expect(behavior.cachePolicy == first)
      #expect(second == first)
    }
  }

  @Test("Outputs and errors read as they did")
  func values() {
    let page = GraphQLResponse<NamesQuery>(
      data: nil, errors: [.init(message: "no", locations: [.init(line: 2, column: 3)], path: [.field("names")])])
    let output = NamesOutput.one(page)
    #expect(output.used().pages == [page])
    #expect(output.used().further == [])
    #expect(output.newestSource() == page.origin)
    #expect(NamesOutput.read(.initial(page)) == (.server, false))
    #expect(Migrating.errors(of: page) == ["1 errors", "no", "no", "2", "field(\"names\")"])
    #expect(Migrating.word(for: .unknown(ClientError.closed)) == "the client was shut down")
    #expect(Migrating.ofClient(ClientError.closed))
    #expect(Migrating.length("abc") == 3)
  }

  @Test("The script of the page, and the type that reads itself")
  func blocks() async throws {
    let (model, transport) = try Migrating.script()
    await model.pager.fetch()
    #expect(transport.requests.count == 1)
    #expect(model.pager.canLoadNext)
    let answer = ScriptedTransport { _ in .data(["product": ["id": "1", "name": "Lamp", "rating": 4.5]]) }
    let response = try await GraphQLClient(transport: answer).fetch(ProductQuery())
    #expect(response.data?.product.rating == 4.5)
  }

  private struct ProductQuery: GraphQLQuery {
    static let document = "query { product { id name rating } }"
    struct Data: Decodable, Hashable, Sendable { var product: Migrating.Product }
  }
}
