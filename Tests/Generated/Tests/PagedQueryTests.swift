import GeneratedCode
import SwiftPager
import Testing

@Suite("A generated query knows its list", .timeLimit(.minutes(1)))
struct PagedQueryTests {
  @Test("A pager without functions reads a whole list")
  func pager() async throws {
    let client = try Market.client()
    let query = ProductsQuery(first: 100)
    let output = try await query.pager(client: client).loaded()
    let products = output.allData.flatMap(\.products.nodes)
    #expect(products.map(\.id) == Market.ids)
    #expect(products[1].productCard.status == .archived)
  }

  @Test("An item pager gives the type of the fragment that an item is")
  func itemPager() async throws {
    let cards: [ProductCard] = try await CardsQuery(first: 250).itemPager(client: Market.client()).loaded()
    #expect(cards.map(\.id) == Market.ids)
  }

  @Test("A list is read backward by its edges")
  func backward() async throws {
    #expect(try await BackQuery(last: 300).itemPager(client: Market.client()).loaded().map(\.id) == Market.ids)
  }

  @Test("A list is read in both directions from a place in its middle")
  func bothDirections() async throws {
    let pager = BothQuery(first: 100, after: "499").itemPager(client: try Market.client())
    #expect(try await pager.loaded().map(\.id) == Market.ids)
  }

  @Test("The way to a list leads through objects that can be null")
  func nullableWay() async throws {
    var ids: [String] = []
    for try await page in FavouritesQuery(first: 200).pages(client: try Market.client()) { ids += page.items.map(\.id) }
    #expect(ids == Market.ids)
  }

  @Test("A list that is null is not an empty list")
  func nullList() async throws {
    await #expect(throws: (any Error).self) {
      for try await _ in MissingQuery().pages(client: try Market.client()) {}
    }
  }

  @Test("The list and its page info are in fragments")
  func fragments() async throws {
    #expect(try await InFragmentsQuery().itemPager(client: Market.client()).loaded().map(\.id) == Market.ids)
  }

  @Test("A list belongs to objects of one type")
  func typeCondition() async throws {
    let pager = OnShelfQuery(first: 7).itemPager(client: try Market.client())
    #expect(try await pager.loaded().map(\.id) == Array(Market.ids.prefix(50)))
  }

  @Test("An offset in an input object, and a total")
  func offsetInObject() async throws {
    let query = RowsQuery(paging: .some(Paging(limit: 250)))
    #expect(try await query.itemPager(client: Market.client()).loaded().map(\.id) == Market.ids)
    let defaults = RowsQuery(paging: .some(Paging(offset: 985)))
    #expect(try await defaults.itemPager(client: Market.client()).loaded().map(\.id) == Array(Market.ids.suffix(15)))
  }

  @Test("An offset list that says nothing ends with an empty page")
  func silentOffsets() async throws {
    #expect(try await ListQuery(limit: 300).itemPager(client: Market.client()).loaded().map(\.id) == Market.ids)
  }

  @Test("A list of page numbers")
  func pageNumbers() async throws {
    #expect(try await PagesQuery().itemPager(client: Market.client()).loaded().map(\.id) == Market.ids)
  }

  @Test("A query without variables and page info is completed")
  func completed() async throws {
    #expect(try await CompletedQuery().itemPager(client: Market.client()).loaded().map(\.id) == Market.ids)
    let one = try await Market.client().data(CompletedQuery(first: 2, after: "4"))
    #expect(one.products.nodes.map(\.id) == ["p5", "p6"])
  }

  @Test("A walk of pages throws its cause")
  func cause() async throws {
    let client = try GraphQLClient(ClientConfiguration(endpoint: "http://127.0.0.1:9/", retry: .never))
    await #expect(throws: ClientError.self) {
      for try await _ in CardsQuery(first: 10).pages(client: client) {}
    }
  }
}
