import PagerBytes
import PagerClient
import PagerJSON
import Testing

@testable import PagerLists

@Suite("Lists inside the items of answers whose list is not named")
struct NestedSearchTests {
  private func lists(_ document: String, _ data: String, operationName: String? = nil) throws -> NestedLists {
    let search = NestedSearch(document: document, operationName: operationName)
    let bytes = try #require(Array(data.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) })
    return try JSONReader().read(bytes) { search.lists(in: $0) }
  }

  private static let more = #""pageInfo":{"hasNextPage":true}"#

  @Test("The paged list does not count as an inner list")
  func paged() throws {
    let document = """
      { a { nodes { id } pageInfo { hasNextPage } } b { c { edges { node { id } } pageInfo { hasNextPage } } } }
      """
    let data = #"{"a":{"nodes":[{"id":1}],\#(Self.more)},"b":{"c":{"edges":[],\#(Self.more)}}}"#
    #expect(try lists(document, data).isEmpty)
  }

  @Test("Lists inside the items of an offset list are found")
  func offset() throws {
    let document = "{ list { items { prices { nodes { amount } pageInfo { hasNextPage } } } } }"
    let data =
      #"{"list":{"items":[{"prices":{"nodes":[],"pageInfo":{"hasNextPage":false}}},{"prices":{"nodes":[1,2],\#(Self.more)}}]}}"#
    let found = try lists(document, data)
    #expect(found.lists.map(\.path) == ["/data/list/items/1/prices"])
    #expect(found.lists.map(\.itemCount) == [2])
  }

  @Test("A list that is read from its end is not whole where there is more before it")
  func backward() throws {
    let document = """
      { a { nodes { b(last: 2) { nodes { id } pageInfo { hasPreviousPage hasNextPage } } } pageInfo { hasNextPage } } }
      """
    let data = #"{"a":{"nodes":[{"b":{"nodes":[],"pageInfo":{"hasPreviousPage":true,"hasNextPage":false}}}]}}"#
    #expect(try lists(document, data).incompleteCount == 1)
  }

  @Test("If there are several operations, the name chooses one")
  func named() throws {
    let document = """
      query A { a { nodes { b { nodes { id } pageInfo { hasNextPage } } } pageInfo { hasNextPage } } }
      query B { a { nodes { id } pageInfo { hasNextPage } } }
      """
    let data = #"{"a":{"nodes":[{"b":{"nodes":[],\#(Self.more)}}]}}"#
    #expect(try lists(document, data, operationName: "A").incompleteCount == 1)
    #expect(try lists(document, data, operationName: "B").isEmpty)
  }

  @Test("The number of kept entries is that of the other faces, and all entries are counted")
  func many() throws {
    let document = "{ a { nodes { b { nodes { id } pageInfo { hasNextPage } } } pageInfo { hasNextPage } } }"
    let item = #"{"b":{"nodes":[],\#(Self.more)}}"#
    let data = #"{"a":{"nodes":[\#(Array(repeating: item, count: 10_001).joined(separator: ","))]}}"#
    let found = try lists(document, data)
    #expect((found.incompleteCount, found.lists.count) == (10_001, 10_000))
  }

  @Test("A document that cannot be searched says so")
  func faults() {
    #expect(NestedSearch(document: "{ a", operationName: nil).fault?.contains("cannot search") == true)
    #expect(NestedSearch(document: "{ a }", operationName: "B").fault?.contains("cannot search") == true)
    #expect(NestedSearch(document: "{ a }", operationName: nil).fault == nil)
    let fields = (0..<2000).map { "f\($0) { nodes { id } pageInfo { hasNextPage } }" }.joined(separator: " ")
    #expect(NestedSearch(document: "{ \(fields) }", operationName: nil).fault?.contains("more lists") == true)
  }
}
