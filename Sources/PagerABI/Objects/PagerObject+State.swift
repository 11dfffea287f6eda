import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerSyntax

extension PagerObject {
  /// The pager's state as the header's JSON object.
  func stateText() throws(ErrorReport) -> String {
    catchUp()
    let wait = engine.wait.map { wait -> JSONValue in
      ["reason": .string(wait.reason), "attempt": .integer(Int64(wait.attempt)), "until": .integer(wait.until)]
    }
    let plan = list.current.plan
    // Pointers below `data`, without the indexes of the lists on the way.
    let inner = plan.innerConnections.map { $0.pointer }
    let list = plan.description
    let since = plan.since
    let unreadable = engine.unreadablePages
    let value = engine.read { state -> JSONValue in
      [
        "loading": state.loading.map { .string($0.name) } ?? .null,
        "waiting": wait ?? .null,
        "pages_held": .integer(Int64(state.pagesHeld)),
        "pages_loaded": .integer(Int64(state.summary.pagesLoaded)),
        "items_loaded": .integer(Int64(state.summary.itemsLoaded)),
        "null_items": .integer(Int64(state.summary.nullCount)),
        "duplicates": .integer(Int64(state.summary.duplicateCount)),
        "known": .integer(Int64(state.summary.knownCount)),
        "since": since.map {
          .since($0, state.summary.trail?.trail as? SinceTrail, hasErrors: state.summary.partialData != nil)
        } ?? .null,
        "gaps": .integer(Int64(state.summary.gapCount)),
        "errors": state.summary.partialData?.json ?? .null,
        "drift": plan.hasDrift ? .drift(state.summary.drift) : .null,
        "fewer": plan.totalRule == .ignore ? .null : state.shortfall?.json ?? .null,
        "doubts": state.doubts(comparesTotal: plan.totalRule != .ignore).json,
        "unreadable_pages": .integer(Int64(unreadable)),
        "conflicts": state.summary.conflicts.map { .conflicts($0) } ?? .null,
        "siblings": state.summary.siblings?.json ?? .null,
        "can_load_next": .bool(state.canLoad(.next)),
        "can_load_previous": .bool(state.canLoad(.previous)),
        "ends": ["next": .end(state.end(at: .next)), "previous": .end(state.end(at: .previous))],
        "end": .end(state.end(under: plan)),
        "reason": .end(state.reason),
        "list": list,
        "added": plan.addition.map { .array($0.texts.map { .string($0) }) } ?? .null,
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

extension SiblingLists {
  fileprivate var json: JSONValue { ["lists": .integer(Int64(count)), "first": .string(first)] }
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
    let next = [plan.mark, trail?.greatest].compactMap { $0 }.max()
    let stays = hasErrors || trail?.isHeld == true
    let shrunk = stays ? nil : trail.flatMap { plan.shrunkLag(after: $0, below: next) }
    return [
      "mark": .end(plan.mark?.text), "greatest": .end(trail?.greatest?.text), "future": future ?? .null,
      "missing": .integer(Int64(trail?.missingCount ?? 0)),
      "missing_behind": .bool(trail?.hasMissingBehind ?? false),
      "positions": .bool(trail?.hasPositions ?? false),
      "local_times": .bool(trail?.hasLocalTimes ?? false),
      "again_from": .end(shrunk?.from.text),
      "stays": .end(hasErrors ? "\(Status.partialData.name)" : trail?.isHeld == true ? "TIES" : nil),
    ]
  }

  fileprivate static func end(_ end: String?) -> JSONValue { end.map { .string($0) } ?? .null }
}

extension PagerState {
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
