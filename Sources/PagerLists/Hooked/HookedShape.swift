package import PagerJSON
package import PagerState

/// How a list continues for which a function of the host finds the page info.
package final class HookedShape: ListShape {
  /// The variables that take the cursors; empty if another function makes the requests for further pages.
  package let variables: [ListEnd: String]

  init(variables: [ListEnd: String]) {
    self.variables = variables
  }

  /// What lies beyond an end with more pages.
  ///
  /// - Parameter cursor: the one that the function found there; nil if there is none.
  package func frontier(at end: ListEnd, _ cursor: VariableValue?) -> Frontier {
    // A list with a variable for one direction only is not read in the other.
    guard let variable = variables[end] else { return variables.isEmpty ? .unresolved : .closed }
    guard let cursor else { return .broken(.nullCursor) }
    return .open(PageRequest(toward: end, [.init(variable, cursor)]))
  }

  // MARK: A list

  package var word: String? { nil }
  /// The function gets the whole connection.
  package var pageInfo: JSONPointer? { JSONPointer() }

  package func reads(_ end: ListEnd) -> Bool { variables[end] != nil }

  package func saysWhetherThereIsMore(_ total: TotalPlace?) -> Bool { true }

  package var marksPages: Bool { false }

  package func end(at end: ListEnd, of page: PageParts) throws(JSONReadError) -> PageEnd { .closed }

  package func request(
    _ query: QueryRole, toward end: ListEnd, in token: JSONValue
  ) throws(ResumeTokenError) -> PageRequest? {
    try PageRequest(query, toward: end, variables[end], in: token)
  }

  package func names(_ variables: PageVariables) -> [String: JSONValue] { variables.cursorNames }

  package func places(_ total: TotalPlace?) -> (cursors: [String], flags: [String]) { ([], []) }

  package func message(for reason: IncompleteReason, _ signposts: ListSignposts) -> String? { nil }
}

extension HookedShape: Hashable {
  package static func == (left: HookedShape, right: HookedShape) -> Bool { left.variables == right.variables }

  package func hash(into hasher: inout Hasher) { hasher.combine(variables) }
}
