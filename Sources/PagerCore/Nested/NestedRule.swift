package import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// What is done about lists inside a page that are not whole.
package enum NestedRule: Sendable, Hashable {
  /// They are counted and listed.
  case report
  /// The operation ends with the page, which is kept.
  case error
}

extension NestedLists {
  /// Why a page with these lists is not whole; nil where it is.
  package var shortfall: ClientError? {
    let total = count.incomplete + count.unknown
    guard total > 0, let first = lists.first else { return nil }
    let reason = first.hasMore == nil ? "it does not say whether there is more" : "it says that there is more"
    let others = total == 1 ? "a list inside the page is" : "\(total) lists inside the page are"
    return .nestedIncomplete(
      message: "\(others) not complete\(total == 1 ? "" : ", the first") at \(first.pointer): \(reason)",
      path: first.pointer.description)
  }
}

extension DocumentPlan {
  /// Refuses documents that do not ask for what their answers have to tell where lists that are not whole matter.
  func checkNested() throws(DocumentPlanError) {
    guard nested != .report else { return }
    for plan in [first, further].compactMap({ $0 }) {
      guard let inner = plan.shape.inner else { continue }
      if inner.isCutOff {
        throw DocumentPlanError(["nested"], "the query has more lists inside its items than can be looked after")
      }
      for connection in inner.connections where connection.flagKey == nil {
        throw DocumentPlanError(
          ["nested"],
          "the connection \(connection.label) does not ask whether there is more: "
            + "add pageInfo { \(connection.flagField) \(connection.cursorField) } to it",
          at: connection.position)
      }
    }
  }
}
