import SwiftPager

/// A page of a hero's friends, read forward with `first` and `after`, or backward with `last` and `before`.
struct HeroesQuery: GraphQLQuery {
  static let document = """
    query Heroes($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      hero(id: $id) {
        id
        name
        friends(first: $first, after: $after, last: $last, before: $before) {
          totalCount
          nodes { name }
          pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
        }
      }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var id = "2001"
    var first: GraphQLNullable<Int> = nil
    var after: GraphQLNullable<String> = nil
    var last: GraphQLNullable<Int> = nil
    var before: GraphQLNullable<String> = nil
  }

  struct Data: Decodable, Hashable, Sendable {
    var hero: Hero
  }

  struct Hero: Decodable, Hashable, Sendable {
    var id: String
    var name: String
    var friends: Friends
  }

  struct Friends: Decodable, Hashable, Sendable {
    var totalCount: Int
    var nodes: [Friend]
    var pageInfo: PageInfo
  }

  struct Friend: Decodable, Hashable, Sendable {
    var name: String
  }

  struct PageInfo: Decodable, Hashable, Sendable {
    var hasNextPage: Bool
    var endCursor: String?
    var hasPreviousPage: Bool
    var startCursor: String?
  }

  var variables: Variables

  static func forward(after cursor: String? = nil, first: Int = 2) -> HeroesQuery {
    HeroesQuery(variables: Variables(first: .some(first), after: cursor ?? .null))
  }

  static func backward(before cursor: String? = nil, last: Int = 2) -> HeroesQuery {
    HeroesQuery(variables: Variables(last: .some(last), before: cursor ?? .null))
  }
}

typealias HeroesOutput = PaginationOutput<HeroesQuery, HeroesQuery>

extension HeroesQuery.Data {
  var names: [String] { hero.friends.nodes.map(\.name) }

  var forward: CursorBasedPagination.Forward {
    CursorBasedPagination.Forward(
      hasNext: hero.friends.pageInfo.hasNextPage, endCursor: hero.friends.pageInfo.endCursor)
  }

  var reverse: CursorBasedPagination.Reverse {
    CursorBasedPagination.Reverse(
      hasPrevious: hero.friends.pageInfo.hasPreviousPage, startCursor: hero.friends.pageInfo.startCursor)
  }

  var bidirectional: CursorBasedPagination.Bidirectional {
    CursorBasedPagination.Bidirectional(
      hasNext: forward.hasNext, endCursor: forward.endCursor, hasPrevious: reverse.hasPrevious,
      startCursor: reverse.startCursor)
  }
}
