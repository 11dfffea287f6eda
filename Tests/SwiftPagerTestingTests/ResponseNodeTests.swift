import SwiftPager
import SwiftPagerTesting
import Testing

@Suite("Types that read themselves from responses", .timeLimit(.minutes(1)))
struct ResponseNodeTests {
  private struct Item: ResponseDecodable, Hashable, Sendable {
    var id: Int
    var name: String
    var price: Double
    var isNew: Bool
    var note: String?
    var rating: Double?
    var tags: [String]
    var inner: Inner?
    var extra: JSONValue

    init(from node: ResponseNode) throws {
      id = try node["id"].int
      name = try node["name"].string
      price = try node["price"].double
      isNew = try node["isNew"].bool
      note = try node.optional("note")?.string
      rating = try node.optional("rating")?.double
      tags = try node["tags"].map { try $0.string }
      inner = try node.optional("inner")?.decode()
      extra = try node["extra"].value
    }
  }

  /// Through a decoder, inside of one that does without.
  private struct Inner: Decodable, Hashable, Sendable {
    var deep: [Deep]
  }

  private struct Deep: ResponseDecodable, Hashable, Sendable {
    var number: Int
    init(from node: ResponseNode) throws { number = try node["number"].int }
  }

  private struct ItemsQuery: GraphQLQuery {
    static let document = "query Items { items { id } }"
    struct Data: ResponseDecodable, Hashable, Sendable {
      var items: [Item]
      init(from node: ResponseNode) throws { items = try node["items"].decode() }
    }
  }

  private static let good: JSONValue = [
    "id": 7, "name": "La\"mp", "price": 2.5, "isNew": true, "note": nil, "tags": ["a", "b"],
    "inner": ["deep": [["number": 3]]], "extra": ["x": 1],
  ]

  private func fetch(_ item: JSONValue) async throws -> [Item] {
    let transport = ScriptedTransport { _ in .data(["items": [item]]) }
    let client = try GraphQLClient(
      ClientConfiguration(endpoint: "http://localhost/", cache: CacheOptions()), transport: transport)
    return try await client.fetch(ItemsQuery(), cachePolicy: .fetchIgnoringCacheCompletely).data?.items ?? []
  }

  @Test("Each kind of value, through a decoder and without one")
  func values() async throws {
    let item = try #require(try await fetch(Self.good).first)
    #expect(item.id == 7)
    #expect(item.name == "La\"mp")
    #expect(item.price == 2.5)
    #expect(item.isNew)
    #expect(item.note == nil && item.rating == nil)
    #expect(item.tags == ["a", "b"])
    #expect(item.inner?.deep.first?.number == 3)
    #expect(item.extra == ["x": 1])
  }

  @Test("An error says what was expected, what was found and where")
  func errors() async throws {
    for (key, value, message) in [
      ("id", "x", "expected a number, found a string at /data/items/0/id"),
      ("id", 2.5, "the number does not fit in Int at /data/items/0/id"),
      ("name", nil, "expected a string, found null at /data/items/0/name"),
      ("tags", ["a", 1], "expected a string, found a number at /data/items/0/tags/1"),
      ("tags", 1, "expected an array, found a number at /data/items/0/tags"),
      ("isNew", [], "expected true or false, found an array at /data/items/0/isNew"),
    ] as [(String, JSONValue, String)] {
      var members = Self.good.object ?? [:]
      members[key] = value
      let error = await #expect(throws: ClientError.self) { try await fetch(.object(members)) }
      #expect("\(error.map { "\($0)" } ?? "")".contains(message), "\(String(describing: error))")
    }
    var members = Self.good.object ?? [:]
    members["price"] = nil as JSONValue?
    let error = await #expect(throws: ClientError.self) { try await fetch(.object(members)) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("no value for the key `price` at /data/items/0"))
  }
}
