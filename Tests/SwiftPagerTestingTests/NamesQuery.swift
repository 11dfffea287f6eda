import SwiftPager
import SwiftPagerTesting

/// A list of names, by cursor.
struct NamesQuery: GraphQLQuery {
  static let document =
    "query Names($after: String) { names(after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } }"

  struct Variables: Encodable, Hashable, Sendable {
    var after: GraphQLNullable<String>
  }

  struct Data: Decodable, Hashable, Sendable {
    struct Names: Decodable, Hashable, Sendable {
      struct Node: Decodable, Hashable, Sendable { var name: String }
      struct PageInfo: Decodable, Hashable, Sendable {
        var hasNextPage: Bool
        var endCursor: String?
      }
      var nodes: [Node]
      var pageInfo: PageInfo
    }
    var names: Names

    init(_ names: String...) {
      self.names = Names(
        nodes: names.map { Names.Node(name: $0) }, pageInfo: .init(hasNextPage: false, endCursor: nil))
    }

    var forward: CursorBasedPagination.Forward {
      .init(hasNext: names.pageInfo.hasNextPage, endCursor: names.pageInfo.endCursor)
    }
  }

  var variables: Variables

  init(after: GraphQLNullable<String> = nil) {
    variables = Variables(after: after)
  }
}

typealias NamesOutput = PaginationOutput<NamesQuery, NamesQuery>

extension ScriptedTransport {
  /// A server with people in pages of two, each page answered twice.
  static func names(_ names: String...) -> ScriptedTransport {
    let transport = ScriptedTransport()
    let nodes = names.map { ["name": .string($0)] as JSONValue }
    for (index, page) in JSONValue.connections(of: nodes, pageSize: 2).enumerated() {
      let answer = ScriptedAnswer.data(["names": page])
      transport.answer(NamesQuery(after: index == 0 ? nil : .some("\(index)")), with: answer, answer)
    }
    return transport
  }
}

extension QueryPager where Model == NamesOutput {
  static func names(_ client: GraphQLClient) -> Self {
    Self(
      client: client, initialQuery: NamesQuery(), extractPageInfo: { (data: NamesQuery.Data) in data.forward },
      pageResolver: { info, direction in direction == .next ? NamesQuery(after: info.endCursor ?? .none) : nil })
  }
}
