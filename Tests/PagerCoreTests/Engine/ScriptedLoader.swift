import PagerCore
import PagerState
import Synchronization

/// A pager in small: page n answers request n, and asks for n + 1.
enum NumberedTypes: PagerTypes {
  typealias Request = Int
  typealias Page = Int
  typealias Failure = NumberedFailure
}

enum NumberedFailure: Error, Sendable, Hashable {
  case offline(Int)
  case closed
}

/// A loader in memory: it keeps what it is asked for until the test answers.
final class ScriptedLoader: PageLoader {
  typealias Types = NumberedTypes

  struct Request: Sendable, Equatable {
    let load: LoadID
    let page: Int
  }

  private struct Guarded {
    var waiting: [Request] = []
    var history: [String] = []
    var accepts: Int
  }

  private let guarded: Mutex<Guarded>

  /// - Parameter requests: how many it accepts before its client is shut down.
  init(accepting requests: Int = .max) {
    guarded = Mutex(Guarded(accepts: requests))
  }

  func prepare(_ page: Int, _ load: LoadID, for engine: PagerEngine<NumberedTypes>) -> any PageExecution {
    ScriptedExecution(
      onStart: { [self] in if !send(Request(load: load, page: page)) { engine.fail(load, .closed) } },
      onGiveUp: { [self] in abort(load) })
  }

  private struct ScriptedExecution: PageExecution {
    let onStart: @Sendable () -> Void
    let onGiveUp: @Sendable () -> Void

    func start() { onStart() }
    func giveUp() { onGiveUp() }
  }

  private func send(_ request: Request) -> Bool {
    guarded.withLock { guarded in
      guard guarded.accepts > 0 else { return false }
      guarded.accepts -= 1
      guarded.waiting.append(request)
      guarded.history.append("send \(request.page)")
      return true
    }
  }

  private func abort(_ load: LoadID) {
    guarded.withLock { guarded in
      for request in guarded.waiting where request.load == load { guarded.history.append("abort \(request.page)") }
      guarded.waiting.removeAll { $0.load == load }
    }
  }

  /// What was asked for and given up, in order.
  var history: [String] { guarded.withLock { $0.history } }

  /// The oldest request that waits for an answer; the caller has to answer it.
  func takeRequest() -> Request? {
    guarded.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }
}

extension PagerEngine<NumberedTypes> {
  convenience init(_ loader: ScriptedLoader, retention: PageRetention = .all) {
    self.init(initialRequest: 0, retention: retention, loader: loader)
  }

  /// Answers a request; the page is the list's last one where `isLast`.
  func answer(_ request: ScriptedLoader.Request, isLast: Bool = false) {
    let next: Turn<Int> = isLast ? .closed : .open(request.page + 1)
    guard place(request.page, of: request.load) != nil else { return }
    conclude(request.load, PageInspection(hasData: true, itemCount: 1, next: next, previous: .closed))
  }
}
