package import PagerClient
package import PagerJSON
import PagerSyntax

/// Finds the lists inside the items of answers if only functions of a user know which of the document's connections is
/// the list. The list that is paged is not inside an array, so a connection inside an array is inside an item.
package struct NestedSearch: Sendable {
  private let connections: InnerConnections?
  /// Why lists could be overlooked; nil if none is.
  package let fault: String?

  /// - Parameter operationName: optional if the document has one operation.
  package init(document: String, operationName: String?) {
    do {
      let operation = try ExecutableDocument(parsing: document).operation(named: operationName)
      connections = ConnectionFinder.innerConnections(in: operation, below: [], items: [])
      fault = connections?.isCutOff == true ? NestedRule.tooMany : nil
    } catch {
      connections = nil
      fault = "the library cannot search the query for lists inside its items: \(error)"
    }
  }

  /// What the data of an answer says about them.
  package func lists(in data: JSONNode) -> NestedLists {
    guard let connections else { return NestedLists() }
    var lists: [NestedList] = []
    var (incompleteCount, unknownCount) = (0, 0)
    var scan = NestedScan(of: data, connections, base: [])
    while let found = scan.next() {
      guard scan.isInArray else { continue }
      let state = InnerState(found.node, found.connection)
      guard state.hasMore != false else { continue }
      if state.hasMore == nil { unknownCount += 1 } else { incompleteCount += 1 }
      guard lists.count < RawNestedLists.listLimit else { continue }
      lists.append(
        NestedList(
          path: JSONPointer(tokens: ["data"] + scan.path).description, hasMore: state.hasMore,
          itemCount: state.itemCount, pageInfo: state.pageInfo?.value()))
    }
    return NestedLists(lists, incompleteCount: incompleteCount, unknownCount: unknownCount)
  }
}
