import PagerClient
import PagerEngine
import PagerLists
import PagerJSON
import PagerState

extension PagerObject {
  /// The pager's state as the header's JSON object.
  func stateText() throws(ErrorReport) -> String {
    catchUp()
    let wait = engine.wait.map { wait -> JSONValue in
      ["reason": .string(wait.reason), "attempt": .integer(Int64(wait.attempt)), "until": .integer(wait.until)]
    }
    let inner = innerConnections
    let list = plan.list
    let since = plan.since
    let unreadable = engine.unreadablePages
    let value = engine.read { state -> JSONValue in
      [
        "loading": state.loading.map { .string($0.name) } ?? .null,
        "waiting": wait ?? .null,
        "pages_held": .integer(Int64(state.pagesHeld)),
        "pages_loaded": .integer(Int64(state.summary.pagesLoaded)),
        "items_loaded": .integer(Int64(state.summary.itemsLoaded)),
        "duplicates": .integer(Int64(state.summary.duplicateCount)),
        "known": .integer(Int64(state.summary.knownCount)),
        "since": since.map {
          .since($0, state.summary.trail?.trail as? SinceTrail, hasErrors: state.summary.partialData != nil)
        } ?? .null,
        "gaps": .integer(Int64(state.summary.gapCount)),
        "errors": state.summary.partialData?.json ?? .null,
        "drift": plan.hasDrift ? .drift(state.summary.drift) : .null,
        "fewer": plan.totalRule == .ignore ? .null : state.shortfall?.json ?? .null,
        "unreadable_pages": .integer(Int64(unreadable)),
        "conflicts": state.summary.conflicts.map { .conflicts($0) } ?? .null,
        "can_load_next": .bool(state.canLoad(.next)),
        "can_load_previous": .bool(state.canLoad(.previous)),
        "ends": ["next": .end(state.end(at: .next)), "previous": .end(state.end(at: .previous))],
        "end": .end(state.end(under: plan)),
        "reason": .end(state.reason),
        "list": list,
        "nested": inner.isEmpty ? .null : .nested(state.summary.nested, in: inner),
      ]
    }
    do {
      return try value.text()
    } catch {
      throw ErrorReport(.noMemory, error.message)
    }
  }
}

extension OperationKind {
  fileprivate var name: String {
    switch self {
    case .fetch: "fetch"
    case .load(.next): "load_next"
    case .load(.previous): "load_previous"
    case .loadAll: "load_all"
    }
  }
}

extension JSONValue {
  fileprivate static func nested(_ count: NestedCount, in connections: [String]) -> JSONValue {
    [
      "incomplete": .integer(Int64(count.incomplete)),
      "unknown": .integer(Int64(count.unknown)),
      "connections": .array(connections.map { .string($0) }),
    ]
  }

  fileprivate static func drift(_ drift: ListDrift) -> JSONValue {
    [
      "short_pages": .integer(Int64(drift.shortPages)),
      "total_changes": .integer(Int64(drift.totalChanges)),
      "total": drift.total.map { .integer($0) } ?? .null,
      "page_count_changes": .integer(Int64(drift.pageCountChanges)),
      "page_count": drift.pageCount.map { .integer($0) } ?? .null,
    ]
  }

  fileprivate static func conflicts(_ conflicts: ListConflicts) -> JSONValue {
    let first = conflicts.first
    return [
      "count": .integer(Int64(conflicts.count)),
      "first": [
        "page": .integer(Int64(conflicts.firstPage)), "type": .string(first.type), "key": .string(first.key),
        "field": .string(first.field),
      ],
    ]
  }

  /// How far the reading of a list since a mark has come.
  fileprivate static func since(_ plan: SincePlan, _ trail: SinceTrail?, hasErrors: Bool) -> JSONValue {
    let future = trail?.future.map { future -> JSONValue in
      ["items": .integer(Int64(future.count)), "value": .string(future.greatest.text)]
    }
    return [
      "mark": .end(plan.mark?.text), "greatest": .end(trail?.greatest?.text), "future": future ?? .null,
      "missing": .integer(Int64(trail?.missingCount ?? 0)),
      "positions": .bool(trail?.hasPositions ?? false),
      "local_times": .bool(trail?.hasLocalTimes ?? false),
      "stays": .end(hasErrors ? "\(Status.partialData.name)" : trail?.isHeld == true ? "TIES" : nil),
    ]
  }

  fileprivate static func end(_ end: String?) -> JSONValue { end.map { .string($0) } ?? .null }
}

extension PagerState<DocumentPagerTypes> {
  /// Why the list is complete before its end; nil if it is not.
  fileprivate var reason: String? {
    let trail = summary.trail?.trail as? SinceTrail
    return trail?.isAtKnown == true && trail?.isBroken == false ? "KNOWN" : nil
  }

  /// How the whole list ends: nil while it is open at an end, else why it cannot be completed, if it cannot.
  fileprivate func end(under plan: DocumentPlan) -> String? {
    guard let next = end(at: .next), let previous = end(at: .previous) else { return nil }
    let end = next == "complete" ? previous : next
    guard end == "complete" else { return end }
    if summary.gapCount > 0 { return "\(Status(IncompleteReason.pagesChanged).name)" }
    if plan.totalRule == .fail, shortfall != nil { return "\(Status.fewerThanTotal.name)" }
    return plan.errorRule == .report && summary.partialData != nil ? "\(Status.partialData.name)" : end
  }

  /// How the list ends as far as it is known: nil while there is more, or nothing yet.
  fileprivate func end(at end: ListEnd) -> String? {
    switch frontier(at: end) {
    case .closed: "complete"
    case .broken(let reason): "\(Status(reason).name)"
    case .open, .unresolved, nil: nil
    }
  }
}

extension DocumentPlan {
  /// Whether the library notices changes of the list while it is read.
  fileprivate var hasDrift: Bool {
    [first.shape, further?.shape].contains { $0?.offset != nil || $0?.total != nil }
  }

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
    if first.shape.keyset != nil { return "keyset" }
    // If a hook reads the page info, only the hook knows how pages lead to each other.
    return ListEnd.allCases.contains { first.shape[$0] != nil } ? "cursor" : nil
  }
}

extension QueryPlan {
  /// The place of the list in the query's answers, and the variables that request pages.
  fileprivate var names: [String: JSONValue] {
    let ends = ListEnd.allCases.compactMap { shape[$0] }
    let (offset, keyset, place) = (shape.offset, shape.keyset, variables.offset)
    let hasLimit = offset != nil || keyset != nil
    return [
      "connection": .pointer(shape.connection),
      // If a document shows several, a response that follows the document has the first.
      "items": .pointer(shape.items.first),
      "page_info": ends.isEmpty ? .null : .pointer(shape.pageInfo),
      "has_next_page": .pointer(shape.next?.hasMore),
      "end_cursor": .pointer(shape.next?.cursor),
      "has_previous_page": .pointer(shape.previous?.hasMore),
      "start_cursor": .pointer(shape.previous?.cursor),
      "after": variables.keys[.next].map { .names($0) } ?? .name(variables.cursors[.next]),
      "first": .name(hasLimit ? nil : variables.sizes[.next]),
      "before": variables.keys[.previous].map { .names($0) } ?? .name(variables.cursors[.previous]),
      "last": .name(hasLimit ? nil : variables.sizes[.previous]),
      "offset": .name(offset?.countsPages == false ? place : nil),
      "page": .name(offset?.countsPages == true ? place : nil),
      "limit": .name(hasLimit ? variables.sizes[.next] ?? variables.sizes[.previous] : nil),
      // A place that only the document shows decides nothing, so a config with this name would mean more.
      "total": .pointer(shape.total.flatMap { $0.isNamed ? $0.pointer : nil }),
      "page_count": .pointer(offset?.pageCount),
      "has_more": .pointer(offset?.hasMore ?? keyset?.hasMore),
      "key": keyset.map { .names($0.keys.map(\.description)) } ?? .null,
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

  /// One name as a config with one key has it, or several.
  fileprivate static func names(_ names: [String]) -> JSONValue {
    names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) })
  }

  fileprivate static func name(_ name: String?) -> JSONValue { name.map { .string($0) } ?? .null }
}
