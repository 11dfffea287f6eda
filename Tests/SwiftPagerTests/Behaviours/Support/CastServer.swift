import PagerCache
import PagerClient
import SwiftPager
import TestSupport

/// A page of people, each of whom is an object with a key.
struct CastQuery: GraphQLQuery {
  static let document = """
    query Cast($first: Int!, $after: String) {
      cast(first: $first, after: $after) {
        totalCount
        nodes { id name }
        pageInfo { hasNextPage endCursor }
      }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var first = 2
    var after: GraphQLNullable<String> = .null
  }

  struct Data: Codable, Hashable, Sendable {
    struct Cast: Codable, Hashable, Sendable {
      struct PageInfo: Codable, Hashable, Sendable {
        var hasNextPage: Bool
        var endCursor: String?
      }

      var totalCount: Int
      var nodes: [Person]
      var pageInfo: PageInfo
    }

    var cast: Cast
    var names: [String] { cast.nodes.map(\.name) }
  }

  var variables = Variables()

  static func after(_ cursor: String) -> CastQuery { CastQuery(variables: Variables(after: .some(cursor))) }
}

struct Person: Codable, Hashable, Sendable {
  var id: String
  var name: String
}

/// One person by id.
struct PersonQuery: GraphQLQuery {
  static let document = "query Person($id: ID!) { person(id: $id) { id name } }"

  struct Data: Codable, Hashable, Sendable {
    var person: Person?
  }

  struct Variables: Encodable, Hashable, Sendable {
    var person: String

    private enum CodingKeys: String, CodingKey { case person = "id" }
  }

  var variables: Variables

  init(id: String) { variables = Variables(person: id) }
}

/// Gives a person another name.
struct RenamePerson: GraphQLMutation {
  static let document = "mutation Rename($id: ID!, $name: String!) { renamePerson(id: $id, name: $name) { id name } }"

  struct Data: Decodable, Hashable, Sendable {
    var renamePerson: Person
  }

  struct Variables: Encodable, Hashable, Sendable {
    var id: String
    var name: String
  }

  var variables: Variables

  init(id: String, name: String) { variables = Variables(id: id, name: name) }
}

typealias CastOutput = PaginationOutput<CastQuery, CastQuery>
typealias CastPager = AsyncGraphQLQueryPager<CastOutput>

/// A server with people, and a client of it that has a cache.
struct CastServer {
  let transport: ScriptedTransport
  let client: GraphQLClient

  init(_ change: (inout CacheConfiguration) -> Void = { _ in }) {
    var configuration = CacheConfiguration()
    change(&configuration)
    transport = ScriptedTransport()
    client = GraphQLClient(RequestChannel(transport), cache: Cache(configuration))
  }

  var requestCount: Int { transport.requests.count }

  /// People by their ids: `["1": "Luke"]`.
  func announce(_ query: CastQuery, _ people: KeyValuePairs<String, String>, next: String? = nil, totalCount: Int = 3) {
    transport.announce(
      query.sentVariables,
      .json([
        "data": [
          "cast": [
            "__typename": "CastConnection", "totalCount": .integer(Int64(totalCount)),
            "nodes": .array(people.map { Self.person($0.key, $0.value) }),
            "pageInfo": [
              "__typename": "PageInfo", "hasNextPage": .bool(next != nil),
              "endCursor": next.map(JSONValue.string) ?? .null,
            ],
          ]
        ]
      ]))
  }

  func announce(_ query: PersonQuery, _ name: String, id: String? = nil) {
    transport.announce(
      query.sentVariables, .json(["data": ["person": Self.person(id ?? query.variables.person, name)]]))
  }

  func announce(_ mutation: RenamePerson, _ answer: ScriptedAnswer? = nil) {
    let person = Self.person(mutation.variables.id, mutation.variables.name)
    transport.announce(mutation.sentVariables, answer ?? .json(["data": ["renamePerson": person]]))
  }

  private static func person(_ id: String, _ name: String) -> JSONValue {
    ["__typename": "Person", "id": .string(id), "name": .string(name)]
  }

  /// Luke and Han on the first page, Leia on the second one.
  static func withTwoPages() -> CastServer {
    let server = CastServer()
    server.announceTwoPages()
    return server
  }

  func announceTwoPages() {
    announce(CastQuery(), ["1": "Luke", "2": "Han"], next: "K2")
    announce(.after("K2"), ["3": "Leia"])
  }

  func pager() -> CastPager {
    CastPager(
      client: client, initialQuery: CastQuery(),
      extractPageInfo: { (data: CastQuery.Data) in
        CursorBasedPagination.Forward(
          hasNext: data.cast.pageInfo.hasNextPage, endCursor: data.cast.pageInfo.endCursor)
      },
      pageResolver: { info, direction in direction == .next ? info.endCursor.map { CastQuery.after($0) } : nil })
  }

  /// Gives a person another name in the cache, and in nothing else.
  func rename(_ id: String, _ name: String) async throws {
    try await client.store.withinReadWriteTransaction { try $0.write(["name": name], to: "Person:\(id)") }
  }
}

extension PaginationOutput<CastQuery, CastQuery> {
  /// The pages in the order of the list, each with where it came from: `"server: Luke+Han, cache: Leia"`.
  var notation: String {
    allPages.map { "\($0.source): \($0.data?.names.joined(separator: "+") ?? "nothing")" }.joined(separator: ", ")
  }
}

extension RecordingSubscriber<Result<CastOutput, any Error>> {
  /// The history in short.
  var notation: [String] {
    history.map { output in
      switch output {
      case .success(let output): output.notation
      case .failure(ClientError.cacheMiss): "failure: cache miss"
      case .failure(let error): "failure: \(error)"
      }
    }
  }

  /// Waits for so many outputs.
  func expect(_ expected: [String]) async throws -> Bool {
    try await eventually("\(expected.count) outputs") { history.count >= expected.count }
    return notation == expected
  }
}
