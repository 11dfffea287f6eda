import SwiftPager
import TestSupport
import Testing

@Suite("GraphQLNullable: a variable that is left out, null, or a value")
struct GraphQLNullableTests {
  private struct AnyQuery: GraphQLQuery {
    static let document = "query Any($value: String) { echo(value: $value) }"

    struct Variables: Encodable, Hashable, Sendable {
      var value: GraphQLNullable<String>
    }

    struct Data: Decodable, Hashable, Sendable {}

    var variables: Variables
  }

  private struct NamedQuery: GraphQLQuery {
    static let document = "query One { a } query Two { b }"
    static let operationName: String? = "Two"

    struct Data: Decodable, Hashable, Sendable {}
  }

  private struct PlainlyNamedQuery: GraphQLQuery {
    static let document = NamedQuery.document
    static let operationName = "Two"

    struct Data: Decodable, Hashable, Sendable {}
  }

  private struct ComputedNameQuery: GraphQLQuery {
    static let document = NamedQuery.document
    static var operationName: String { "Two" }

    struct Data: Decodable, Hashable, Sendable {}
  }

  private struct UnnamedQuery: GraphQLQuery {
    static let document = "query Two { b }"
    static let operationName: String? = nil

    struct Data: Decodable, Hashable, Sendable {}
  }

  private struct ListQuery: GraphQLQuery {
    static let document = "query"

    struct Data: Decodable, Hashable, Sendable {}

    var variables: [Int] { [1] }
  }

  @Test("A nil literal leaves the variable out, and other literals are values")
  func literals() {
    let omitted: GraphQLNullable<Int> = nil
    let integer: GraphQLNullable<Int> = 3
    let float: GraphQLNullable<Double> = 1.5
    let boolean: GraphQLNullable<Bool> = true
    let string: GraphQLNullable<String> = "text"
    let character: GraphQLNullable<Character> = "c"
    #expect(omitted == .none)
    #expect(integer == .some(3))
    #expect(float == .some(1.5))
    #expect(boolean == .some(true))
    #expect(string == .some("text"))
    #expect(character == .some("c"))
  }

  @Test("?? takes the value of an optional, or else what is on the right")
  func coalescing() {
    let cursor: String? = "here"
    let nowhere: String? = nil
    #expect((cursor ?? .none) as GraphQLNullable == .some("here"))
    #expect((cursor ?? .null) as GraphQLNullable == .some("here"))
    #expect((nowhere ?? .none) as GraphQLNullable == GraphQLNullable.none)
    #expect((nowhere ?? .null) as GraphQLNullable == .null)
  }

  @Test("unwrapped is the value, where there is one")
  func unwrapped() {
    #expect(GraphQLNullable.some(1).unwrapped == 1)
    #expect(GraphQLNullable<Int>.null.unwrapped == nil)
    #expect(GraphQLNullable<Int>.none.unwrapped == nil)
  }

  @Test(
    "A request leaves the variable out, sends null, or sends the value",
    arguments: [
      (GraphQLNullable<String>.none, #""variables":{}"#), (.null, #""variables":{"value":null}"#),
      (.some("a\"b"), #""variables":{"value":"a\"b"}"#),
    ])
  func requestBody(value: GraphQLNullable<String>, variables: String) throws {
    let body = String(decoding: try AnyQuery(variables: .init(value: value)).requestBody(), as: UTF8.self)
    #expect(body == #"{"query":"query Any($value: String) { echo(value: $value) }",\#(variables)}"#)
  }

  @Test("A request names its operation where one is given, and sends an empty object for no variables")
  func operationName() throws {
    func body(_ query: some GraphQLQuery) throws -> String { String(decoding: try query.requestBody(), as: UTF8.self) }
    let named = #"{"operationName":"Two","query":"query One { a } query Two { b }","variables":{}}"#
    #expect(try body(NamedQuery()) == named)
    // Not an optional, as most would write it, and as the reference has it.
    #expect(try body(PlainlyNamedQuery()) == named)
    #expect(try body(ComputedNameQuery()) == named)
    #expect(try body(UnnamedQuery()) == #"{"query":"query Two { b }","variables":{}}"#)
  }

  @Test("A pager asks for the operation that its query names, and observers are told the name")
  func operationNameOfPager() async throws {
    struct TwoProducts: GraphQLQuery {
      static let document = """
        query One { __typename }
        query Two {
          products(first: 2) {
            totalCount
            nodes { id name }
            pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
          }
        }
        """
      static let operationName = "Two"
      typealias Data = ProductsQuery.Data
    }
    let client = try Shop.client()
    var events = client.events.makeAsyncIterator()
    let pager = AsyncGraphQLQueryPager(
      client: client, initialQuery: TwoProducts(),
      extractPageInfo: { (data: TwoProducts.Data) in data.products.forward }, pageResolver: { _, _ in nil })
    await pager.fetch()
    #expect(try await pager.output().allData.first?.products.nodes.count == 2)
    #expect(await events.next()?.subject.operationName == "Two")
  }

  @Test("Variables that are not an object are refused")
  func variablesOfAnotherKind() {
    #expect {
      try ListQuery().requestBody()
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context)? = error as? EncodingError else { return false }
      return context.debugDescription.contains("must be an object")
    }
  }
}
