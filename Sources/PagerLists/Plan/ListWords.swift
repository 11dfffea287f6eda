import PagerBytes
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

  /// Advice if the errors of a server speak of what the library added to the query, of the size of a page, or of how
  /// far an offset may reach; otherwise empty.
  package func advice(after errors: GraphQLErrorList?) -> String {
    guard let messages = errors?.errors.map(\.message) else { return "" }
    let advice = addition?.advice(after: messages) ?? list.advice(after: messages)
    return advice ?? (messages.contains(where: \.speaksOfSize) ? Self.adviceOnSize : "")
  }

  private static let adviceOnSize =
    "; after a message that \"shrink_messages\" in the client's \"retry\" has a part of, the library asks for half as "
    + "many items, if a variable says how many"

  package func message(for reason: IncompleteReason) -> String {
    list.message(for: reason, signposts) ?? reason.message(signposts)
  }
}

extension String {
  /// Whether a server's message says that it has too much to do for a page.
  fileprivate var speaksOfSize: Bool {
    let message = lowercased()
    return ["complex", "something went wrong while executing your query"].contains(where: message.has)
  }
}
