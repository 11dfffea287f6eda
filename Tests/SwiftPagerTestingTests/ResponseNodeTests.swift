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

  private struct Identified: ResponseDecodable, Hashable, Sendable {
    var id: String
    var hasNote: Bool
    var isFlagged: Bool
    var isFlaggedByDefault: Bool
    var inner: [Inside]

    init(from node: ResponseNode) throws {
      id = try node["id"].id
      hasNote = node.contains("note")
      isFlagged = node.flag("flag")
      isFlaggedByDefault = node.flag("other", default: true)
      inner = try node["inner"].decode()
    }
  }

  /// Through a decoder, which hands the variables on.
  private struct Inside: Decodable, Hashable, Sendable {
    var own: Own

    struct Own: ResponseDecodable, Hashable, Sendable {
      var isFlagged: Bool
      init(from node: ResponseNode) throws { isFlagged = node.flag("flag") }
    }
  }

  private struct FlaggedQuery: GraphQLQuery {
    static let document = "query Flagged($flag: Boolean!) { item { id note inner { own { x @include(if: $flag) } } } }"

    struct Variables: Encodable, Hashable, Sendable {
      var flag: Bool
      var count = 3
    }

    struct Data: ResponseDecodable, Hashable, Sendable {
      var item: Identified
      init(from node: ResponseNode) throws { item = try node["item"].decode() }
    }

    var variables: Variables
  }

  @Test("A type sees the Boolean variables of its query", arguments: [true, false])
  func flags(isFlagged: Bool) async throws {
    let transport = ScriptedTransport { _ in
      .data(["item": ["id": "a", "note": nil, "inner": [["own": ["x": 1]], ["own": ["x": 2]]]]])
    }
    let client = try GraphQLClient(
      ClientConfiguration(endpoint: "http://localhost/", cache: CacheOptions()), transport: transport)
    let query = FlaggedQuery(variables: .init(flag: isFlagged))
    for policy in [CachePolicy.fetchIgnoringCacheData, .returnCacheDataDontFetch] {
      let item = try #require(try await client.fetch(query, cachePolicy: policy).data?.item)
      #expect(item.isFlagged == isFlagged && item.isFlaggedByDefault && item.hasNote)
      #expect(item.inner.map(\.own.isFlagged) == [isFlagged, isFlagged])
    }
  }

  @Test(
    "An identifier is a string or an integer",
    arguments: [("\"a\"", "a"), ("7", "7"), ("18446744073709551615", "18446744073709551615"), ("-1", "-1")])
  func identifiers(text: String, id: String) throws {
    let item = try Identified(json: #"{"id": \#(text), "inner": []}"#, variables: ["flag": true])
    #expect(item.id == id && item.isFlagged && !item.hasNote)
  }

  @Test("Another value is not an identifier", arguments: ["1.5", "null", "true", "[]"])
  func otherIdentifiers(text: String) throws {
    let error = try #require(throws: DecodingError.self) { try Identified(json: #"{"id": \#(text), "inner": []}"#) }
    #expect("\(error)".contains("expected a string or an integer"))
  }
}
