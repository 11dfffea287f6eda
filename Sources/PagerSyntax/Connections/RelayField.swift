/// The field and argument names of the Relay cursor connections specification.
enum RelayField {
  static let pageInfo = "pageInfo"
  static let hasNextPage = "hasNextPage"
  static let endCursor = "endCursor"
  static let hasPreviousPage = "hasPreviousPage"
  static let startCursor = "startCursor"
  static let edges = "edges"
  static let node = "node"
  /// No part of Relay's specification, but of most servers: the nodes without their edges.
  static let nodes = "nodes"
  /// The number of items in the whole list. Not in Relay's specification, but most servers have it.
  static let totalCount = "totalCount"

  static let after = "after"
  static let first = "first"
  static let before = "before"
  static let last = "last"
}
