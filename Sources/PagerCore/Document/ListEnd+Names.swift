import PagerJSON
package import PagerState
import PagerSyntax

/// What configs, documents and messages call the parts that ask for pages at an end.
extension ListEnd {
  /// The flag: its key in a config, and the field's name in a schema.
  var flagKey: String { self == .next ? "has_next_page" : "has_previous_page" }
  var flagField: String { self == .next ? "hasNextPage" : "hasPreviousPage" }
  /// The cursor.
  var cursorKey: String { self == .next ? "end_cursor" : "start_cursor" }
  var cursorField: String { self == .next ? "endCursor" : "startCursor" }
  /// The argument that takes the cursor, and the one that takes the size.
  var cursorArgument: String { self == .next ? "after" : "before" }
  var sizeArgument: String { self == .next ? "first" : "last" }
  /// The pages at this end, in words.
  var adjective: String { self == .next ? "next" : "previous" }

  var opposite: ListEnd { self == .next ? .previous : .next }
}

extension DocumentPagination {
  func flag(at end: ListEnd) -> JSONPointer? { end == .next ? hasNextPage : hasPreviousPage }
  func cursor(at end: ListEnd) -> JSONPointer? { end == .next ? endCursor : startCursor }
  package func cursorVariable(toward end: ListEnd) -> String? { end == .next ? after : before }
  func sizeVariable(toward end: ListEnd) -> String? { end == .next ? first : last }
}

extension ConnectionCandidate {
  func flagKey(at end: ListEnd) -> String? { end == .next ? hasNextPageKey : hasPreviousPageKey }
  func cursorKey(at end: ListEnd) -> String? { end == .next ? endCursorKey : startCursorKey }
  func cursorArgument(toward end: ListEnd) -> PaginationArgument { end == .next ? after : before }
  func sizeArgument(toward end: ListEnd) -> PaginationArgument { end == .next ? first : last }
}

extension ListDirection {
  /// The ends at which such a list grows. The request for the first page goes toward the first of them.
  var ends: [ListEnd] {
    switch self {
    case .forward: [.next]
    case .reverse: [.previous]
    case .bidirectional: [.next, .previous]
    }
  }
}
