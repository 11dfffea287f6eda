public import PagerState

// A pager in small: a request is a word, a page a name, a failure a case.

final class TestRequest: ListRequest, @unchecked Sendable {
  fileprivate let text: String

  init(_ word: String) {
    text = word
    super.init(fingerprint: UInt64(bitPattern: Int64(word.hashValue)))
  }
}

final class TestPage: ListPage, @unchecked Sendable {
  fileprivate let title: String

  init(name: String) {
    title = name
    super.init()
  }
}

enum TestFailure: Error, Sendable, Hashable {
  case offline
}

/// The request of every test's first page.
let firstRequest = "first"

extension ListRequest {
  var word: String { TestRequest.open(self).text }
}

extension ListPage {
  var name: String { TestPage.open(self).title }
}

extension PagerState {
  init(initialRequest: String, retention: PageRetention, resumingAt position: ListPosition? = nil) {
    self.init(initialRequest: TestRequest(initialRequest), retention: retention, resumingAt: position)
  }
}

/// The events of a state, each with the actions that it asks for.
extension PagerState {
  mutating func start(
    _ operation: OperationID, _ kind: OperationKind, retaining retention: PageRetention? = nil,
    reader: SubscriberID? = nil, readsFailedPages: Bool = true
  ) throws(Refusal) -> [PagerAction] {
    var actions: [PagerAction] = []
    try start(
      operation, kind, retaining: retention, reader: reader, readsFailedPages: readsFailedPages, into: &actions)
    return actions
  }

  private mutating func actions(_ event: (inout PagerState, inout [PagerAction]) -> Void) -> [PagerAction] {
    var actions: [PagerAction] = []
    event(&self, &actions)
    return actions
  }

  mutating func cancel(_ operation: OperationID) -> [PagerAction] { actions { $0.cancel(operation, into: &$1) } }

  mutating func reset() -> [PagerAction] { actions { $0.reset(into: &$1) } }

  mutating func fail(_ load: LoadID, _ failure: any Error, isRefusal: Bool = false) -> [PagerAction] {
    actions { $0.fail(load, failure, isRefusal: isRefusal, into: &$1) }
  }

  mutating func subscribe(_ subscriber: SubscriberID) -> [PagerAction] {
    actions { $0.subscribe(subscriber, into: &$1) }
  }

  mutating func unsubscribe(_ subscriber: SubscriberID, abandons: Bool = true) -> [PagerAction] {
    actions { $0.unsubscribe(subscriber, abandons: abandons, into: &$1) }
  }

  mutating func finish(_ update: UpdateID, by subscriber: SubscriberID) -> [PagerAction] {
    actions { $0.finish(update, by: subscriber, into: &$1) }
  }

  mutating func collect(_ update: UpdateID, by subscriber: SubscriberID) -> [PagerAction] {
    actions { $0.collect(update, by: subscriber, into: &$1) }
  }

  mutating func letWalksRunAhead(of subscriber: SubscriberID, by updates: Int) -> [PagerAction] {
    actions { $0.letWalksRunAhead(of: subscriber, by: updates, into: &$1) }
  }

  /// Nil if the subscriber was not waiting for the update.
  mutating func handOut(_ update: UpdateID, to subscriber: SubscriberID) -> [PagerAction]? {
    var actions: [PagerAction] = []
    return handOut(update, to: subscriber, into: &actions) ? actions : nil
  }

  /// Nil if that place no longer holds a page.
  mutating func replace(
    _ page: ListPage, _ facts: PageFacts, at id: PageID, from source: PageSource
  ) -> [PagerAction]? {
    var actions: [PagerAction] = []
    return replace(page, facts, at: id, from: source, into: &actions) ? actions : nil
  }

  mutating func receive(
    _ page: ListPage, _ facts: PageFacts, of load: LoadID, from source: PageSource = .server,
    isFinal: Bool = true, objection: (any Error)? = nil
  ) -> (actions: [PagerAction], id: PageID?) {
    var actions: [PagerAction] = []
    let id = receive(page, facts, of: load, from: source, isFinal: isFinal, objection: objection, into: &actions)
    return (actions, id)
  }

  mutating func conclude(
    _ load: LoadID, _ facts: PageFacts, from source: PageSource = .server, isFinal: Bool = true,
    objection: (any Error)? = nil
  ) -> (actions: [PagerAction], id: PageID?) {
    var actions: [PagerAction] = []
    let id = conclude(load, facts, from: source, isFinal: isFinal, objection: objection, into: &actions)
    return (actions, id)
  }
}

extension Frontier {
  static func open(_ word: String) -> Frontier { .open(TestRequest(word)) }
}

/// `next: "K2"` for "there is more, and K2 asks for it".
extension Frontier: ExpressibleByStringLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByUnicodeScalarLiteral
{
  public init(stringLiteral word: String) {
    self = .open(TestRequest(word))
  }
}
