package import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// What a pager does about incomplete lists inside a page.
package enum NestedRule: Sendable, Hashable {
  /// They are counted and listed.
  case report
  /// The operation ends with the page, which is kept.
  case error
  /// The rest of them is fetched, before the page is shown.
  case drain(DrainRules)
}

/// How the rest of lists inside a page is fetched.
package struct DrainRules: Sendable, Hashable {
  /// The most requests that are made for one page.
  package var maximumRequests = 1000
  /// The most that are under way at once.
  package var parallel = 8
  /// The most bytes that the page and the answers for it may have before another request is made. No config names it.
  package var maximumBytes = 1 << 30
  /// Queries that a config gives for the rest of some of them.
  package var queries: [OwnDrainQuery] = []

  /// The library looks at no more lists than that in a page, so more requests would only be for further pages of the
  /// same lists.
  package static let requestLimit = RawNestedLists.listLimit

  package init() {}
}

extension RawNestedLists {
  /// Why a page with these lists is not whole; nil if it is.
  package var shortfall: ClientError? {
    guard let first = lists.first else { return nil }
    return .nestedIncomplete(
      count.incomplete + count.unknown, firstAt: first.pointer.description, hasMore: first.hasMore, fault)
  }
}

extension NestedLists {
  /// Why a page with these lists is not whole; nil if it is.
  package var shortfall: ClientError? {
    guard let first = lists.first else { return nil }
    return .nestedIncomplete(incompleteCount + unknownCount, firstAt: first.path, hasMore: first.hasMore, nil)
  }
}

extension ClientError {
  /// How many lists inside a page are not whole, and perhaps a fault: why one of them could not be filled.
  fileprivate static func nestedIncomplete(
    _ total: Int, firstAt pointer: String, hasMore: Bool?, _ fault: String?
  ) -> ClientError {
    let state = hasMore == nil ? "it does not say whether there is more" : "it says that there is more"
    let reason = fault.map { "\(state); \($0)" } ?? state
    let others = total == 1 ? "a list inside the page is" : "\(total) lists inside the page are"
    return .nestedIncomplete(
      message: "\(others) not complete\(total == 1 ? "" : ", the first") at \(pointer): \(reason)", path: pointer)
  }
}

extension NestedRule {
  /// Refuses a document that would not show whether lists are complete, if that matters.
  func check(_ inner: InnerConnections) throws(DocumentPlanError) {
    guard self != .report else { return }
    if inner.isCutOff {
      throw DocumentPlanError(["nested"], Self.tooMany)
    }
    for connection in inner.connections where connection.flagKey == nil || (connection.cursorKey == nil && drains) {
      throw DocumentPlanError(
        ["nested"],
        "the connection \(connection.label) does not ask "
          + (connection.flagKey == nil ? "whether there is more" : "for the cursor of the next page")
          + ": add pageInfo { \(connection.flagField) \(connection.cursorField) } to it",
        at: connection.position)
    }
  }

  static let tooMany = "the query has more lists inside its items than the library can check"

  /// Whether the rest of lists is fetched.
  package var drains: Bool { if case .drain = self { true } else { false } }
}
