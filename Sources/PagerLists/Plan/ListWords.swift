package import PagerClient
package import PagerState

/// Why a list cannot be completed, in words.
package struct ListWords: Sendable {
  private let list: any ListShape
  package let signposts: ListSignposts
  /// What the library added to the query; nil if it added nothing.
  private let addition: QueryAddition?

  init(_ first: QueryPlan, _ further: QueryPlan?, _ addition: QueryAddition?) {
    self.addition = addition
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

  /// Advice if the errors of a server speak of what the library added to the query; otherwise empty.
  package func advice(after errors: GraphQLErrorList?) -> String {
    addition.flatMap { $0.advice(after: errors?.errors.map(\.message) ?? []) } ?? ""
  }

  package func message(for reason: IncompleteReason) -> String {
    list.message(for: reason, signposts) ?? reason.message(signposts)
  }
}
