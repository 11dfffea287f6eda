import Foundation
import SwiftPagerFoundation
import SwiftPagerTesting
import Testing

/// A query whose variables and data have the types of Foundation.
struct EventsQuery: GraphQLQuery {
  static let document = "query Events($since: DateTime) { events(since: $since) { id at } }"

  struct Variables: Encodable, Hashable, Sendable {
    struct Filter: Encodable, Hashable, Sendable {
      var between: [Date] = []
      var page: URL?
    }

    var since: GraphQLNullable<Date> = .none
    var filter = Filter()
    var price: Decimal?
    var stamp: Foundation.Data?
    var anyOf: [String: Date]?
  }

  struct Data: Codable, Hashable, Sendable {
    struct Event: Codable, Hashable, Sendable {
      var at: Date
      var end: Date?
      var page: URL?
      var price: Decimal?
      var stamp: Foundation.Data?
    }

    var events: [Event]
  }

  var variables = Variables()
}

@Suite("Values of Foundation in variables and data", .timeLimit(.minutes(1)))
struct FoundationScalarTests {
  fileprivate static let second = Date(timeIntervalSince1970: 1_700_000_000)
  fileprivate static let half = Date(timeIntervalSince1970: 1_700_000_000.25)

  fileprivate struct Told: Sendable, CustomTestStringConvertible {
    let dates: DateStrategy
    let second: JSONValue
    let half: JSONValue
    /// What `half` is after the way to a server and back.
    var returned = FoundationScalarTests.half

    var testDescription: String { "\(dates)" }
  }

  fileprivate static let told = [
    Told(dates: .iso8601, second: "2023-11-14T22:13:20Z", half: "2023-11-14T22:13:20Z", returned: second),
    Told(dates: .iso8601WithMilliseconds, second: "2023-11-14T22:13:20.000Z", half: "2023-11-14T22:13:20.250Z"),
    Told(dates: .secondsSince1970, second: 1_700_000_000, half: 1_700_000_000.25),
    Told(dates: .millisecondsSince1970, second: 1_700_000_000_000, half: 1_700_000_000_250),
  ]

  /// A server that keeps what was sent, and answers with data.
  private func answering(_ data: JSONValue) -> ScriptedTransport {
    ScriptedTransport { _ in .data(data) }
  }

  private func client(_ transport: ScriptedTransport, _ dates: DateStrategy?) throws -> GraphQLClient {
    try GraphQLClient(transport: transport, cache: CacheOptions(store: .none), dates: dates)
  }

  @Test("Variables have dates as the named strategy says, at every depth", arguments: told)
  fileprivate func written(told: Told) async throws {
    let transport = answering(["events": []])
    let query = EventsQuery(
      variables: .init(
        since: .some(Self.second), filter: .init(between: [Self.second, Self.half]), anyOf: ["a": Self.half]))
    _ = try await client(transport, told.dates).fetch(query)
    #expect(
      transport.requests.map(\.variables) == [
        ["since": told.second, "filter": ["between": [told.second, told.half]], "anyOf": ["a": told.half]]
      ])
  }

  @Test("Data has dates as the named strategy says", arguments: told)
  fileprivate func read(told: Told) async throws {
    let data: JSONValue = ["events": [["at": told.second, "end": nil], ["at": told.half, "end": told.second]]]
    let response = try await client(answering(data), told.dates).fetch(EventsQuery())
    #expect(
      response.data?.events == [
        .init(at: Self.second, end: nil), .init(at: told.returned, end: Self.second),
      ])
  }

  @Test("A date of ISO 8601 may have a fraction and an offset, whatever variables have")
  func fractions() async throws {
    let data: JSONValue = ["events": [["at": "2023-11-14T23:13:20.250+01:00"], ["at": "2023-11-14T22:13:20Z"]]]
    for dates in [DateStrategy.iso8601, .iso8601WithMilliseconds] {
      let response = try await client(answering(data), dates).fetch(EventsQuery())
      #expect(response.data?.events.map(\.at) == [Self.half, Self.second])
    }
  }

  @Test("URLs, bytes and decimals are as JSONEncoder writes them")
  func others() async throws {
    let page = try #require(URL(string: "https://example.com/a?b=c"))
    let price = try #require(Decimal(string: "19.99"))
    let (stamp, text): (Foundation.Data, JSONValue) = (Foundation.Data([1, 2, 255]), "AQL/")
    let event: JSONValue = ["at": 0, "page": "https://example.com/a?b=c", "price": 19.99, "stamp": text]
    let transport = answering(["events": [event]])
    let query = EventsQuery(variables: .init(filter: .init(page: page), price: price, stamp: stamp))
    let response = try await client(transport, .secondsSince1970).fetch(query)
    #expect(
      transport.requests.map(\.variables) == [
        ["filter": ["between": [], "page": "https://example.com/a?b=c"], "price": 19.99, "stamp": text]
      ])
    let epoch = Date(timeIntervalSince1970: 0)
    #expect(response.data?.events == [.init(at: epoch, page: page, price: price, stamp: stamp)])
  }

  @Test("A decimal of a response has all its digits, and one that a number cannot hold is not sent")
  func digits() async throws {
    struct PriceQuery: GraphQLQuery {
      static let document = "query ($price: Float) { price(of: $price) }"
      struct Variables: Encodable, Hashable, Sendable { var price: Decimal? }
      struct Data: Decodable, Hashable, Sendable { var price: Decimal }
      var variables = Variables()
    }
    let price = try #require(Decimal(string: "12345678901234567890.123456789"))
    let transport = ScriptedTransport { _ in .body(#"{"data": {"price": 12345678901234567890.123456789}}"#) }
    let client = try client(transport, nil)
    #expect(try await client.fetch(PriceQuery()).data?.price == price)
    let error = await #expect(throws: EncodingError.self) {
      try await client.fetch(PriceQuery(variables: .init(price: price)))
    }
    #expect(error?.sentence.contains("has more digits than a number can have") == true)
    #expect(transport.requests.count == 1)
  }

  @Test("A date without a strategy is refused with a sentence, and nothing is sent")
  func unnamed() async throws {
    let transport = answering(["events": [["at": 7]]])
    let client = try client(transport, nil)
    let error = await #expect(throws: EncodingError.self) {
      try await client.fetch(EventsQuery(variables: .init(since: .some(Self.second))))
    }
    #expect(error?.sentence.contains("set `dates` in ClientConfiguration") == true)
    #expect(transport.requests.isEmpty)
    let unread = await #expect(throws: ClientError.self) { try await client.fetch(EventsQuery()) }
    #expect(unread?.description.contains("set `dates` in ClientConfiguration") == true)
    #expect(unread?.description.contains("at /data/events/0/at") == true)
  }

  @Test("A text that is not a date, a URL or Base64 is refused with its place")
  func misfits() async throws {
    for (event, words) in [
      (["at": "yesterday"], "\"yesterday\" is not a date of ISO 8601 at /data/events/0/at"),
      (["at": 7], "expected a date, found a number at /data/events/0/at"),
      (["at": "2023-11-14T22:13:20Z", "stamp": "?"], "the text is not Base64 at /data/events/0/stamp"),
      (["at": "2023-11-14T22:13:20Z", "page": 7], "expected a URL, found a number at /data/events/0/page"),
      (["at": "2023-11-14T22:13:20Z", "price": "7"], "expected a number, found a string at /data/events/0/price"),
      (["at": nil], "at /data/events/0/at"),
    ] as [(JSONValue, String)] {
      let client = try client(answering(["events": [event]]), .iso8601)
      let error = await #expect(throws: ClientError.self) { try await client.fetch(EventsQuery()) }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
  }

  @Test("A type that reads itself from the bytes reads dates, too")
  func fastDecoding() async throws {
    struct Event: ResponseDecodable, Hashable, Sendable {
      let at: Date
      init(from node: ResponseNode) throws { at = try node["at"].decode() }
    }
    struct FastQuery: GraphQLQuery {
      static let document = EventsQuery.document
      struct Data: Decodable, Hashable, Sendable { var events: [Event] }
    }
    let transport = answering(["events": [["at": "2023-11-14T22:13:20Z"]]])
    let response = try await client(transport, .iso8601).fetch(FastQuery())
    #expect(response.data?.events.map(\.at) == [Self.second])
  }

  @Test("Objects of the store have dates as the server writes them")
  func store() async throws {
    struct Event: Codable, Hashable, Sendable { var at: Date }
    let client = try GraphQLClient(transport: ScriptedTransport(), dates: .iso8601)
    let (raw, event) = try await client.store.withinReadWriteTransaction { transaction in
      try transaction.write(Event(at: Self.second), to: "Event:1")
      let raw = try transaction.readObject(ofType: [String: String].self, withKey: "Event:1")
      try transaction.updateObject(ofType: Event.self, withKey: "Event:1") { $0.at += 60 }
      return (raw, try transaction.readObject(ofType: Event.self, withKey: "Event:1"))
    }
    #expect(raw == ["at": "2023-11-14T22:13:20Z"])
    #expect(event == Event(at: Self.second + 60))
  }

  @Test("A list that is paged by dates goes on, also from a token, whatever its server writes")
  func keysetOfDates() async throws {
    let query = EventsQuery(variables: .init(since: .some(Self.half)))
    let transport = ScriptedTransport(dates: .iso8601WithMilliseconds)
    func page(_ at: String...) -> ScriptedAnswer { .data(["events": .array(at.map { ["at": .string($0)] })]) }
    transport.answer(EventsQuery(), with: page("2023-11-14T22:13:20.250Z"))
    transport.answer(query, with: page(), page())
    func pager() throws -> AsyncGraphQLQueryPager<PaginationOutput<EventsQuery, EventsQuery>> {
      .makeForwardKeysetQueryPager(key: Date.self)(
        client: try client(transport, .iso8601WithMilliseconds),
        queryProvider: { info in
          EventsQuery(variables: .init(since: info?.key.map { .some($0) } ?? .none))
        },
        extractPageInfo: { data in KeysetPagination.Forward(data.events) { $0.at } })
    }
    let first = try pager()
    await first.fetch()
    let second = try pager()
    try second.resume(from: try first.resumeToken())
    try await second.loadNext()
    try await first.loadNext()
    #expect(transport.requests.count == 3)
    #expect(await !second.canLoadNext)
  }
}

extension EncodingError {
  /// What the error says.
  fileprivate var sentence: String {
    if case .invalidValue(_, let context) = self { context.debugDescription } else { "" }
  }
}
