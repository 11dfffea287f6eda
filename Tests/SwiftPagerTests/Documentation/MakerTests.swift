import SwiftPager
import Testing

/// One maker at work: the numbers of the products that its pager loads.
struct MakerCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Loads the list with a pager that the maker made; the client and a cursor amid the list are given.
  let numbers: @Sendable (GraphQLClient, String) async throws -> [Int]

  /// A pager whose model is a list of numbers, whatever form of transform made it.
  init(
    _ description: String, _ make: @escaping @Sendable (GraphQLClient, String) -> AsyncGraphQLQueryPager<[Int]>
  ) {
    testDescription = description
    numbers = { client, middle in
      let pager = make(client, middle)
      try await pager.loadAll()
      return try await pager.output()
    }
  }

  /// A pager without a transform; `read` makes numbers of its output.
  init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    _ description: String,
    _ make:
      @escaping @Sendable (GraphQLClient, String) -> AsyncGraphQLQueryPager<
        PaginationOutput<InitialQuery, PaginatedQuery>
      >,
    read: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) -> [Int]
  ) {
    testDescription = description
    numbers = { client, middle in
      let pager = make(client, middle)
      try await pager.loadAll()
      let output = try await pager.output()
      return read(
        output.previousPages.compactMap(\.data), output.initialPage?.data, output.nextPages.compactMap(\.data))
    }
  }
}

@Suite("Documentation: the static makers", .timeLimit(.minutes(2)))
struct MakerTests {
  static let cases = ForwardMakers.cases + ReverseMakers.cases + BidirectionalMakers.cases

  @Test("A maker's pager loads the whole list in its order, each direction with its own query", arguments: cases)
  func wholeList(maker: MakerCase) async throws {
    let middle = ScriptedShop.cursor(of: 100)
    #expect(try await maker.numbers(ScriptedShop.client(), middle) == Array(1...Shop.productCount))
  }

  @Test("Every maker is tested in each of its forms")
  func count() {
    #expect(Self.cases.count == 36)
    #expect(Set(Self.cases.map(\.testDescription)).count == 36)
  }

  @Test("The pager that takes completions has the makers too")
  func completions() async throws {
    let pager = GraphQLQueryPager.makeForwardCursorQueryPager(
      client: try Shop.client(),
      queryProvider: { page in ProductsQuery(first: 100, after: page?.endCursor ?? .none) },
      extractPageInfo: { data in
        CursorBasedPagination.Forward(
          hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
      })
    let ends = Collected<PaginationError?>()
    pager.fetch { ends.add($0) }
    _ = await ends.wait(for: 1)
    pager.loadNext { ends.add($0) }
    #expect(await ends.wait(for: 2) == [nil, nil])
    #expect(try await pager.output().allData.flatMap(\.products.numbers) == Array(1...200))
  }
}
