import Foundation  // JSONEncoder
import GeneratedCode
import SwiftPager
import SwiftPagerTesting
import Testing

@Suite("Generated types write what they read", .timeLimit(.minutes(1)))
struct EncodingTests {
  private func json(_ value: some Encodable) throws -> JSONValue {
    try JSONValue(parsing: String(decoding: JSONEncoder().encode(value), as: UTF8.self))
  }

  private let card = ProductCard(
    id: "p1", name: "Chair", price: 49.5, status: .unknown("NEW"), tags: ["wood"])

  @Test("A value from JSON is the value from its initializer")
  func fromJSON() throws {
    let text = #"{"id": 7, "name": "Chair", "price": 49.5, "rating": null, "status": "NEW", "tags": ["wood"]}"#
    #expect(
      try ProductCard(json: text)
        == ProductCard(
          id: "7", name: "Chair", price: 49.5, rating: nil, status: .unknown("NEW"), tags: ["wood"]))
    let error = try #require(throws: DecodingError.self) { try ProductCard(json: #"{"id": "p1", "name": 3}"#) }
    #expect("\(error)".contains("name"))
  }

  @Test(
    "A text that is not JSON is an error with its line",
    arguments: [("{\n  \"id\": }", 2), ("", 1), ("{}}", 1), ("{\"id\": 1,\n\n", 3), ("nothing", 1)])
  func notJSON(text: String, line: Int) throws {
    let error = try #require(throws: JSONTextError.self) { try ProductCard(json: text) }
    #expect(error.line == nil || error.line == line)
  }

  @Test("The fields of a fragment are among the object's own")
  func flattened() throws {
    let product = ProductsQuery.Data.ProductConnection.Product(
      default: true, createdAt: try Timestamp(json: #""2026""#), productCard: card)
    let expected: JSONValue = [
      "__typename": "Product", "default": true, "createdAt": "2026", "sizes": nil, "extra": nil, "id": "p1",
      "name": "Chair", "price": 49.5, "rating": nil, "status": "NEW", "tags": ["wood"],
    ]
    #expect(try json(product) == expected)
    let again = try ProductsQuery.Data.ProductConnection.Product(json: String(describing: text(product)))
    #expect(again == product)
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  @Test("Objects that two fragments select differently are one object")
  func merged() throws {
    let product = OneProductQuery.Data.Product(
      labelled: Labelled(name: "Chair", maker: .init(name: "Ada")),
      sized: Sized(name: "Chair", sizes: [1, nil], maker: .init(country: "SE")))
    let expected: JSONValue = [
      "__typename": "Product", "name": "Chair", "sizes": [1, nil],
      "maker": ["__typename": "Maker", "name": "Ada", "country": "SE"],
    ]
    #expect(try json(product) == expected)
    #expect(try OneProductQuery.Data.Product(json: text(product)) == product)
  }

  @Test("A condition leaves a value out, and the type of a case is written")
  func conditionsAndCases() throws {
    let left = ConditionsQuery.Data.Product(id: "p1")
    #expect(try json(left) == ["__typename": "Product", "id": "p1", "maker": nil])
    let item = SearchQuery.Data.SearchConnection.SearchResult.maker(.init(id: "m1"))
    #expect(try json(item) == ["__typename": "Maker", "id": "m1"])
    #expect(try SearchQuery.Data.SearchConnection.SearchResult(json: text(item)) == item)
    let shared = PricedThingQuery.Data.Node.priced(.init(__typename: "Bundle", price: 9))
    #expect(try PricedThingQuery.Data.Node(json: text(shared)) == shared)
  }

  @Test("A fragment under a condition that is met must fit")
  func misfit() throws {
    let text = #"{"id": "p1", "name": "Chair", "price": "dear", "status": "NEW", "tags": [], "maker": null}"#
    #expect(throws: DecodingError.self) {
      try ConditionsQuery.Data.Product(json: text, variables: ["card": true, "brief": false])
    }
    #expect(try ConditionsQuery.Data.Product(json: text, variables: ["card": false]).productCard == nil)
  }

  @Test("Data that was made, or read and changed, is written into the cache")
  func cache() async throws {
    let client = try Market.client()
    let query = CardsQuery(first: 2)
    let made = CardsQuery.Data(
      products: .init(nodes: [card], pageInfo: .init(hasNextPage: false)))
    try await client.store.withinReadWriteTransaction { transaction in
      try transaction.write(data: made, for: query)
      try transaction.update(query) { $0.products.nodes[0].price = 12 }
    }
    let response = try await client.fetch(query, cachePolicy: .returnCacheDataDontFetch)
    #expect(response.data?.products.nodes.map(\.price) == [12])
  }
}
