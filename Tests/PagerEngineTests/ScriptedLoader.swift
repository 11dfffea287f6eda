import PagerClient
import PagerEngine
import PagerState
import Synchronization

// A pager in small: page n answers request n, and asks for n + 1.

final class NumberedRequest: ListRequest, @unchecked Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
    super.init(fingerprint: UInt64(bitPattern: Int64(number)))
  }
}

final class NumberedPage: ListPage, @unchecked Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
    super.init()
  }
}

enum NumberedFailure: Error, Sendable, Hashable {
  case offline(Int)
  case closed
}

/// A loader in memory: it keeps what it is asked for until the test answers.
final class ScriptedLoader: PageLoader {
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
  let watchesPages: Bool

  /// - Parameters:
  ///   - requests: how many it accepts before its client is shut down.
  ///   - watchesPages: whether it wants to know which pages the pager holds.
  init(accepting requests: Int = .max, watchesPages: Bool = false) {
    guarded = Mutex(Guarded(accepts: requests))
    self.watchesPages = watchesPages
  }

  func pagerHolds(_ places: HeldPages) {
    let initial = places.hasInitial ? " initial" : ""
    guarded.withLock { $0.history.append("holds of \(places.list):\(initial) next \(places.next)") }
  }

  func prepare(
    _ request: ListRequest, _ load: LoadID, _ terms: RequestTerms, _ demand: PageDemand, for engine: PagerEngine
  ) -> any PageExecution {
    let page = NumberedRequest.open(request).number
    return ScriptedExecution(
      onStart: { [self] in
        if !send(Request(load: load, page: page)) { engine.fail(load, NumberedFailure.closed) }
      },
      onGiveUp: { [self] in abort(load) })
  }

  private final class ScriptedExecution: PageExecution {
    let onStart: @Sendable () -> Void
    let onGiveUp: @Sendable () -> Void

    init(onStart: @escaping @Sendable () -> Void, onGiveUp: @escaping @Sendable () -> Void) {
      (self.onStart, self.onGiveUp) = (onStart, onGiveUp)
    }

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

extension PagerEngine {
  convenience init(_ loader: ScriptedLoader, retention: PageRetention = .all) {
    self.init(initialRequest: NumberedRequest(0), retention: retention, loader: loader)
  }

  /// Answers a request; the page is the list's last one where `isLast`.
  ///
  /// - Parameter page: the page, where it is not the one that was asked for by its number.
  @discardableResult
  func answer(
    _ request: ScriptedLoader.Request, with page: Int? = nil, isLast: Bool = false, isFinal: Bool = true
  ) -> PageID? {
    let next: Frontier = isLast ? .closed : .open(NumberedRequest(request.page + 1))
    guard place(NumberedPage(page ?? request.page), of: request.load, isFinal: isFinal) != nil else { return nil }
    return conclude(
      request.load, PageFacts(hasData: true, itemCount: 1, next: next, previous: .closed),
      from: isFinal ? .server : .cache, isFinal: isFinal)
  }

  /// Another page takes the place of one, and says nothing of the list.
  @discardableResult
  func replace(_ page: Int, at id: PageID) -> Bool {
    replace(NumberedPage(page), .withoutData, at: id, from: .cache)
  }
}
