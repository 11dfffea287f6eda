import PagerState

// How a timeline writes what the state decides. A list is its pages in order with the initial one in parentheses:
// `[P2 P1 (I) N1 N2]`.

extension PagerAction {
  var notation: String {
    switch self {
    case .send(let load, let request): "send #\(load.number) \(request.word)"
    case .abort(let load): "abort #\(load.number)"
    case .publish(let update): "publish \(update.notation)"
    case .replay(let subscriber, let update): "replay \(subscriber.number): \(update.notation)"
    case .finish(let operation, let end): "finish \(operation.number) \(end.notation)"
    }
  }
}

extension PagerUpdate {
  var notation: String { "\(event.notation) \(pages.notation)" }
}

extension PagerEvent {
  var notation: String {
    switch self {
    case .page(let change):
      change.source == .cache
        ? "\(change.role) \(change.page.name) from cache in" : "\(change.role) \(change.page.name) in"
    case .failure(let failure): "\(failure) with"
    case .incomplete(let reason): "\(reason) with"
    }
  }
}

extension PageSnapshot {
  /// Reads the list through `page(at:)`, as the faces do.
  var notation: String {
    let pages = (0..<count).map { position in
      guard let (page, role) = page(at: position) else { return "?" }
      return role == .initial ? "(\(page.name))" : page.name
    }
    return "[\(pages.joined(separator: " "))]"
  }
}

extension OperationEnd {
  var notation: String {
    switch self {
    case .success: "success"
    case .withoutData(let page): "without data: \(page.name)"
    case .withErrors(let page): "with errors: \(page.name)"
    case .partialData(let counts): "partial data: \(counts.notation)"
    case .fewerThanTotal(let shortfall): "\(shortfall.items) of \(shortfall.total)"
    case .inDoubt(let doubts): "in doubt: \(doubts.words.joined(separator: " "))"
    case .usage(let usage): "\(usage)"
    case .failure(let failure): "\(failure)"
    case .incomplete(let reason): "\(reason)"
    }
  }
}

extension PartialData {
  var notation: String { "\(errors) errors on \(pages) pages, first \(first.message ?? "?") on \(first.page)" }
}

extension Frontier {
  var notation: String {
    switch self {
    case .open(let request): "open \(request.word)"
    case .closed: "closed"
    case .unresolved: "unresolved"
    case .broken(let reason): "\(reason)"
    }
  }
}

extension ListPosition {
  var notation: String {
    guard let next else { return "at the beginning" }
    let before = previous == .closed ? "" : ", \(previous?.notation ?? "nothing") before"
    return "after \(pageCount) of \(itemCount) items: \(next.notation)\(before)"
  }
}

extension Refusal {
  var notation: String {
    switch self {
    case .usage(let usage): "refused: \(usage)"
    case .incomplete(let reason): "refused: \(reason)"
    }
  }
}
