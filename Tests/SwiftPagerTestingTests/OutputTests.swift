import SwiftPager
import SwiftPagerTesting
import Testing

@Suite("Outputs that an app makes itself", .timeLimit(.minutes(1)))
struct OutputTests {
  private typealias Response = GraphQLResponse<NamesQuery>

  private let ada = Response(data: .init("Ada"))
  private let ben = Response(data: .init("Ben"), source: .cache)
  private let cleo = Response(data: .init("Cleo"))

  private var output: NamesOutput {
    NamesOutput(previousPages: [ada], initialPage: ben, nextPages: [cleo], lastUpdatedPage: .paginated(cleo))
  }

  @Test("Pages are in the order in which they were given")
  func order() {
    let output = NamesOutput(
      previousPages: [ada, ben], initialPage: nil, nextPages: [cleo, ada], lastUpdatedPage: .initial(ada))
    #expect(output.allPages == [ada, ben, cleo, ada])
    #expect(
      NamesOutput.pages(previous: [.init("Ada")], initial: .init("Ben"), next: [.init("Cleo")]).allData.map {
        $0.names.nodes[0].name
      } == ["Ada", "Ben", "Cleo"])
  }

  @Test("Pages are used as arrays are")
  func arrays() {
    #expect(output.previousPages + output.nextPages == [ada, cleo])
    #expect(output.previousPages + [ben] == [ada, ben])
    #expect([ben] + output.nextPages == [ben, cleo])
    #expect(output.nextPages == [cleo])
    #expect(output.nextPages != [])
    #expect(output.nextPages.last == cleo)
    #expect(output.nextPages.map(\.source) == [.server])
    #expect(Array(output.previousPages) == output.previousPages)
    #expect(output.nextPages.isEmpty == false)
  }

  @Test("Equal outputs have equal hashes")
  func hashes() {
    #expect(Set([output, output]).count == 1)
    var others: Set = [output]
    others.insert(.pages(initial: .init("Ben")))
    others.insert(
      NamesOutput(previousPages: [], initialPage: ben, nextPages: [ada, cleo], lastUpdatedPage: .paginated(cleo)))
    #expect(others.count == 3)
  }

  @Test("A page says where it came from, and has its data")
  func pages() {
    let page: NamesOutput.Page = .initial(ben)
    #expect(page.source == UpdateSource.cache)
    #expect(page.data?.names.nodes.first?.name == "Ben")
    let other: PaginationOutput<NamesQuery, OtherQuery>.Page = .paginated(.init(data: .init(other: 7)))
    #expect(other.data as? OtherQuery.Data == .init(other: 7))
  }

  private struct OtherQuery: GraphQLQuery {
    static let document = "query { other }"
    struct Data: Decodable, Hashable, Sendable { var other: Int }
  }

  @Test("Errors have what the server said under its keys")
  func errors() {
    let error = GraphQLError(
      message: "no", locations: [.init(line: 2, column: 3)], path: [.field("names"), .index(4)],
      extensions: ["code": "NO"])
    #expect(error["message"] == "no")
    #expect(error["locations"] == [["line": 2, "column": 3]])
    #expect(error["path"] == ["names", 4])
    #expect(error["extensions"]?["code"] == "NO")
    #expect(error["other"] == nil)
    #expect(GraphQLError(message: "no")["path"] == nil)
  }

  @Test("Usage errors compare, an unknown one by its text")
  func usageErrors() {
    struct Broken: Error { let number: Int }
    #expect(PaginationError.unknown(Broken(number: 1)) == .unknown(Broken(number: 1)))
    #expect(PaginationError.unknown(Broken(number: 1)) != .unknown(Broken(number: 2)))
    #expect(PaginationError.unknown(Broken(number: 1)) != .cancellation)
    #expect(Set<PaginationError>([.noQuery, .noQuery, .cancellation]).count == 2)
  }

  @Test("Values of variables can be read through")
  func nullables() {
    let cursor: GraphQLNullable<String> = "abc"
    #expect(cursor.count == 3)
    #expect((nil as GraphQLNullable<String>).count == nil)
    // Where there is no nullable, the operator is that of optionals.
    let text = ["a": "b"]["c"] ?? nil
    #expect(text == nil)
    let some: GraphQLNullable<String> = Optional("x") ?? .null
    #expect(some == "x")
  }

  @Test("One offset serves both directions")
  func offsets() {
    let info = OffsetPagination.Bidirectional(offset: 40, canLoadNext: true, canLoadPrevious: false)
    #expect(info.offset == 40)
    #expect((info.nextOffset, info.previousOffset) == (40, 40))
    #expect((info.canLoadNext, info.canLoadPrevious) == (true, false))
  }

  @Test("A page info may be read from an optional of all pages, and from one of what they are made into")
  func optionalOutputs() async throws {
    let transport = ScriptedTransport.names("Ada", "Ben", "Cleo")
    let client = try GraphQLClient(transport: transport)
    let whole = GraphQLQueryPager<NamesOutput>(
      client: client, initialQuery: NamesQuery(),
      extractPageInfo: { (page: PageExtractionData<NamesQuery, NamesQuery, NamesOutput?>) in
        switch page {
        case .initial(_, let output), .paginated(_, let output):
          var count = 0
          if let output { count = output.allData.flatMap(\.names.nodes).count }
          return OffsetPagination.Forward(offset: count, canLoadNext: count < 3)
        }
      },
      pageResolver: { info, direction in
        direction == .next ? NamesQuery(after: .some("\(info.offset / 2)")) : nil
      })
    try await whole.loadAll()
    #expect(transport.requests.count == 2)
    let joined = GraphQLQueryPager<[String]>(
      client: client, initialQuery: NamesQuery(),
      extractPageInfo: { (page: PageExtractionData<NamesQuery, NamesQuery, [String]?>) in
        let count = page.output?.count ?? 0
        return OffsetPagination.Forward(offset: count, canLoadNext: count < 3)
      },
      pageResolver: { info, direction in
        direction == .next ? NamesQuery(after: .some("\(info.offset / 2)")) : nil
      },
      initialTransform: { $0.names.nodes.map(\.name) }, pageTransform: { $0.names.nodes.map(\.name) })
    try await joined.loadAll()
    for await update in joined.updates {
      #expect(try update.get() == ["Ada", "Ben", "Cleo"])
      break
    }
  }
}
