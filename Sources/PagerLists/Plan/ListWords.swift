package import PagerState

/// Why a list cannot be completed, in words.
package struct ListWords: Sendable {
  private let list: any ListShape
  package let signposts: ListSignposts

  init(_ first: QueryPlan, _ further: QueryPlan?) {
    list = first.kind.list
    var cursors: [String] = []
    var flags: [String] = []
    for query in [first, further].compactMap({ $0 }) {
      let places = query.kind.list.places(query.shape.total)
      cursors += places.cursors.map { "/data\(query.shape.connection)\($0)" }
      flags += places.flags.map { "/data\(query.shape.connection)\($0)" }
    }
    signposts = ListSignposts(cursors: cursors, flags: flags)
  }

  package func message(for reason: IncompleteReason) -> String {
    list.message(for: reason, signposts) ?? reason.message(signposts)
  }
}
