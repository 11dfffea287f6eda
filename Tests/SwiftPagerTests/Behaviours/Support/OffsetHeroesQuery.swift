import SwiftPager
import TestSupport

/// A page of heroes that is asked for by how many to skip and how many to give.
struct OffsetHeroesQuery: GraphQLQuery {
  static let document = """
    query Heroes($offset: Int!, $limit: Int!) {
      heroes(offset: $offset, limit: $limit) { name }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var offset: Int
    var limit: Int
  }

  struct Data: Decodable, Hashable, Sendable {
    var heroes: [HeroesQuery.Friend]
    var names: [String] { heroes.map(\.name) }
  }

  var variables: Variables

  init(offset: Int, limit: Int = 2) {
    variables = Variables(offset: offset, limit: limit)
  }

  static func answer(_ names: String...) -> ScriptedAnswer {
    .json(["data": ["heroes": .array(names.map { ["name": .string($0)] })]])
  }
}

typealias OffsetOutput = PaginationOutput<OffsetHeroesQuery, OffsetHeroesQuery>
