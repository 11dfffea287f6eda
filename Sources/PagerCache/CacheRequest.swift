package import PagerBytes
import PagerJSON

/// A request as the cache understands it: which operation, with which variables.
package struct CacheRequest: Sendable, Hashable {
  let query: String
  let operationName: String?
  /// The canonical texts of the variables.
  let variables: [String: String]
  /// The body that is sent, with `__typename` if the cache adds it.
  package let body: [UInt8]
  package let isQuery: Bool
}

/// Parts of a body that is about to be sent.
struct RequestParts {
  let query: String
  let queryRange: Range<Int>
  let operationName: String?
  let variables: [String: String]

  /// Nil for a body that is not a GraphQL request.
  init?(_ root: JSONNode) {
    guard let node = root["query"], let query = node.string else { return nil }
    self.query = query
    queryRange = node.range
    operationName = root["operationName"]?.string
    var variables: [String: String] = [:]
    for (name, value) in root["variables"].map({ $0.members.map { ($0.key, $0.value) } }) ?? [] {
      variables[name] = CanonicalJSON.text(value)
    }
    self.variables = variables
  }
}

/// An answer that was rendered from the cache.
package struct CachedAnswer: Sendable {
  /// The response.
  package let bytes: ReceivedBytes
  /// What it shows.
  package let content: PageContent
}

/// Which records a page shows, and as of when.
package struct PageContent: Sendable {
  let shown: [ShownRecord]
  let changes: UInt32
  let reclaims: UInt32
  /// The response, if the server left out a requested part. The cache may then have it incomplete.
  var original: ReceivedBytes?
  /// The fields for which the response has two values in one record; none for an answer of the cache.
  package var conflicts: [FieldConflict] = []
}

/// The result of an attempt to answer a request.
struct Rendering {
  let answer: Result<CachedAnswer, CacheMiss>
  /// The keys of the records that an archive may hold more of than memory.
  var absent: [String] = []
  /// The records that the answer shows, or would show.
  var shown: [ShownRecord] = []
}
