import PagerEngine
import PagerState
import Synchronization

/// Notes updates and ends in the order in which an engine hands them out.
final class Recorder: Sendable {
  private let notes = Mutex<[String]>([])

  var history: [String] { notes.withLock { $0 } }

  func note(_ text: String) {
    notes.withLock { $0.append(text) }
  }

  /// A sink that notes updates under a name: `"a: page 1 of 2"`.
  func sink(_ name: String) -> PagerEngine.Sink {
    { [self] _, update in note("\(name): \(update.notation)") }
  }

  /// A completion that notes an end: `"walk: success"`.
  func completion(_ name: String) -> PagerEngine.EndOnly {
    { [self] end in note("\(name): \(end.notation)") }
  }
}

extension PagerUpdate {
  var notation: String {
    switch event {
    case .page(let change): "page \(NumberedPage.open(change.page).number) of \(pages.count)"
    case .failure(let failure): "\((failure as? NumberedFailure)?.notation ?? "\(failure)") with \(pages.count)"
    case .incomplete(let reason): "\(reason) with \(pages.count)"
    }
  }
}

extension OperationEnd {
  var notation: String {
    switch self {
    case .success: "success"
    case .withoutData: "without data"
    case .withErrors: "with errors"
    case .partialData: "partial data"
    case .fewerThanTotal(let shortfall): "\(shortfall.items) of \(shortfall.total)"
    case .inDoubt(let doubts): "in doubt: \(doubts.words.joined(separator: " "))"
    case .usage(let usage): "\(usage)"
    case .failure(let failure): (failure as? NumberedFailure)?.notation ?? "\(failure)"
    case .incomplete(let reason): "\(reason)"
    }
  }
}

extension NumberedFailure {
  var notation: String {
    switch self {
    case .offline(let number): "offline \(number)"
    case .closed: "closed"
    }
  }
}

extension OperationKind {
  /// All pages, from the first, shown one by one.
  static let wholeWalk = OperationKind.loadAll(Walk(emitsEachPage: true))
}
