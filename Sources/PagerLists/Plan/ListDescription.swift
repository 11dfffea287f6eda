package import PagerJSON
import PagerState

extension DocumentPlan {
  /// The list that the pager reads, as a JSON object: its keys are those of a config.
  package var description: JSONValue {
    var members = first.names
    members["type"] = .name(first.kind.list.word)
    members["direction"] = .name(direction?.rawValue)
    members["next_query"] = further.map { .object($0.names) } ?? .null
    if let found {
      members.merge(found.members(of: .first)) { $1 }
      if case .object(var next)? = members["next_query"] {
        next.merge(found.members(of: .further)) { $1 }
        members["next_query"] = .object(next)
      }
      members["found_by"] = found.foundBy(in: members)
    } else {
      members["found_by"] = .null
    }
    return .object(members)
  }

  /// Whether the library notices changes of the list while it is read.
  package var hasDrift: Bool {
    [first, further].compactMap { $0 }.contains { query in
      if case .offset = query.kind { true } else { query.shape.total != nil }
    }
  }
}

extension QueryPlan {
  /// The keys of places and variables that not all kinds of lists have.
  private static let keys = [
    "page_info", "has_next_page", "end_cursor", "has_previous_page", "start_cursor", "after", "first", "before", "last",
    "offset", "page", "limit", "page_count", "has_more", "key", "end", "cursor",
  ]

  /// The place of the list in the query's answers, and the variables that request pages.
  fileprivate var names: [String: JSONValue] {
    var names = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, JSONValue.null) })
    names["connection"] = .pointer(shape.connection)
    // If a document shows several, a response that follows the document has the first.
    names["items"] = .pointer(shape.items.first)
    // A place that decides nothing: a config with this name would mean more.
    names["total"] = .pointer(shape.total.flatMap { $0.endsList ? $0.pointer : nil })
    names.merge(kind.list.names(variables)) { $1 }
    if shape.total?.endsList == true, case .offset = kind { names["end"] = .null }
    return names
  }
}

extension JSONValue {
  static func pointer(_ pointer: JSONPointer?) -> JSONValue { name(pointer?.description) }

  /// One name as a config with one key has it, or several.
  static func names(_ names: [String]) -> JSONValue {
    names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) })
  }

  static func name(_ name: String?) -> JSONValue { name.map { .string($0) } ?? .null }
}
