import PagerBytes
import PagerClient
import PagerLists
import PagerState
import Synchronization

/// Notes texts in the order in which they come.
final class TextRecorder: Sendable {
  private let notes = Mutex<[String]>([])

  var history: [String] { notes.withLock { $0 } }

  func note(_ text: String) {
    notes.withLock { $0.append(text) }
  }
}

extension PagerUpdate {
  /// `initial [1,2], 1 page`, with the items as they came in.
  var notation: String {
    let count = pages.count == 1 ? "1 page" : "\(pages.count) pages"
    switch event {
    case .page(let change):
      let page = ConnectionPage.open(change.page)
      return "\(change.role) \(page.text(page.items) ?? "nil"), \(count)"
    case .failure(let failure): return "\(failure), \(count)"
    case .incomplete(let reason): return "\(reason), \(count)"
    }
  }
}

extension ConnectionPage {
  /// A part of the page as it was received.
  func text(_ range: Range<Int>?) -> String? {
    range.map { range in body.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) } }
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
    case .failure(let failure): "\(failure)"
    case .incomplete(let reason): "\(reason)"
    }
  }
}
