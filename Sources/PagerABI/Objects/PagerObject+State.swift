import PagerCore
import PagerJSON
import PagerState

extension PagerObject {
  /// The pager's state as the header's JSON object.
  func stateText() throws(ErrorReport) -> String {
    let value = engine.read { state -> JSONValue in
      [
        "loading": state.loading.map { .string($0.name) } ?? .null,
        "pages_held": .integer(Int64(state.pagesHeld)),
        "pages_loaded": .integer(Int64(state.summary.pagesLoaded)),
        "items_loaded": .integer(Int64(state.summary.itemsLoaded)),
        "can_load_next": .bool(state.canLoad(.next)),
        "end": state.end(at: .next).map { .string($0) } ?? .null,
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

extension PagerState<DocumentPagerTypes> {
  /// How the list ends as far as it is known: nil while there is more, or nothing yet.
  fileprivate func end(at end: ListEnd) -> String? {
    switch turn(at: end) {
    case .closed: "complete"
    case .broken(let reason): "\(Status(reason).name)"
    case .open, .unresolved, nil: nil
    }
  }
}
