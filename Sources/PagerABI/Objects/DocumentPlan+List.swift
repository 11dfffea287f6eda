import PagerCore
import PagerJSON
import PagerState

extension DocumentPlan {
  /// The list that the pager reads, as the header's JSON object: its keys are those of a config.
  var list: JSONValue {
    var members = first.names
    members["type"] = type.map { .string($0) } ?? .null
    members["direction"] = direction.map { .string($0.word) } ?? .null
    members["next_query"] = further.map { .object($0.names) } ?? .null
    return .object(members)
  }

  private var type: String? {
    if first.shape.offset != nil { return "offset" }
    // If a hook reads the page info, only the hook knows how pages lead to each other.
    return ListEnd.allCases.contains { first.shape[$0] != nil } ? "cursor" : nil
  }
}

extension QueryPlan {
  /// The place of the list in the query's answers, and the variables that request pages.
  fileprivate var names: [String: JSONValue] {
    let ends = ListEnd.allCases.compactMap { shape[$0] }
    let (offset, place) = (shape.offset, variables.offset)
    return [
      "connection": .pointer(shape.connection),
      // If a document shows several, a response that follows the document has the first.
      "items": .pointer(shape.items.first),
      "page_info": ends.isEmpty ? .null : .pointer(shape.pageInfo),
      "has_next_page": .pointer(shape.next?.hasMore),
      "end_cursor": .pointer(shape.next?.cursor),
      "has_previous_page": .pointer(shape.previous?.hasMore),
      "start_cursor": .pointer(shape.previous?.cursor),
      "after": .name(variables.cursors[.next]),
      "first": .name(offset == nil ? variables.sizes[.next] : nil),
      "before": .name(variables.cursors[.previous]),
      "last": .name(variables.sizes[.previous]),
      "offset": .name(offset?.countsPages == false ? place : nil),
      "page": .name(offset?.countsPages == true ? place : nil),
      "limit": .name(offset == nil ? nil : variables.sizes[.next]),
      "total": .pointer(offset?.total),
      "page_count": .pointer(offset?.pageCount),
      "has_more": .pointer(offset?.hasMore),
    ]
  }
}

extension ListDirection {
  fileprivate var word: String {
    switch self {
    case .forward: "forward"
    case .reverse: "reverse"
    case .bidirectional: "bidirectional"
    }
  }
}

extension JSONValue {
  fileprivate static func pointer(_ pointer: JSONPointer?) -> JSONValue { name(pointer?.description) }

  fileprivate static func name(_ name: String?) -> JSONValue { name.map { .string($0) } ?? .null }
}
