import CSwiftPager
import DequeModule
import PagerClient
import PagerJSON
import PagerThreads

/// C's function that gets the events of a client's requests.
///
/// The thread of an event only stores it. The thread that calls C makes its text. The queue has a call for each waiting
/// event.
final class EventObserver: Sendable {
  typealias Function = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void

  private struct Guarded {
    var waiting: Deque<RequestEvent> = []
    /// How many events were dropped since C got the last one.
    var dropped = 0
    var id: RequestObservers.ID?
    var isOver = false
  }

  private let function: Function
  private let userData: UserData
  private let queue: EventQueue
  private let kinds: Set<RequestEvent.Name>
  private let guarded = Lock(Guarded())

  /// - Parameter kinds: the events that C wants.
  init(_ function: @escaping Function, _ userData: UserData, kinds: Set<RequestEvent.Name>, queue: EventQueue) {
    self.function = function
    self.userData = userData
    self.kinds = kinds
    self.queue = queue
  }

  func begin(on observers: RequestObservers) {
    let id = observers.add(of: kinds) { [weak self] in self?.store($0) }
    guarded.withLock { $0.id = id }
  }

  /// C gets no more events.
  func end(on observers: RequestObservers) {
    let id = guarded.withLock { observer in
      observer.isOver = true
      observer.waiting = []
      return observer.id.take()
    }
    if let id { observers.remove(id) }
    if userData.wantsDestroy { queue.enqueue(Destruction(userData: userData, owner: nil)) }
  }

  private func store(_ event: RequestEvent) {
    let isOneMore = guarded.withLock { observer in
      guard !observer.isOver else { return false }
      observer.waiting.append(event)
      guard observer.waiting.count > RequestEvent.mostWaiting else { return true }
      observer.waiting.removeFirst()
      observer.dropped += 1
      return false
    }
    if isOneMore { queue.enqueue(Telling(observer: self)) }
  }

  /// Sends C the first waiting event.
  private struct Telling: Event {
    let observer: EventObserver

    var isCommon: Bool { true }

    func deliver() -> Bool {
      let next = observer.guarded.withLock { observer in
        observer.waiting.popFirst().map { ($0, exchange(&observer.dropped, with: 0)) }
      }
      guard let (event, dropped) = next, let text = try? event.json(dropped: dropped).text() else { return false }
      text.withCString { observer.function(observer.userData.pointer, $0) }
      return true
    }
  }
}

extension RequestEvent.Kind {
  fileprivate var members: [String: JSONValue] {
    switch self {
    case .authorizing(let reason): ["reason": .string(reason.rawValue)]
    case .pacing(let duration): ["wait_ms": .integer(duration.wholeMilliseconds)]
    case .began(let byteCount): ["bytes": .integer(Int64(byteCount))]
    case .connected(let isNew): ["state": isNew ? "opened" : "reused"]
    case .limit(let limit):
      ["remaining": .integer(limit.remaining), "total": .optional(limit.total), "reset": .optional(limit.reset)]
    case .answered(let status, let byteCount, let duration):
      [
        "status": .integer(Int64(status)), "bytes": .integer(Int64(byteCount)),
        "milliseconds": .integer(duration.wholeMilliseconds),
      ]
    case .failed(let message, let duration):
      ["message": .string(message), "milliseconds": .integer(duration.wholeMilliseconds)]
    case .resent(let reason): ["reason": .string(reason)]
    case .waiting(let reason, let duration):
      ["reason": .string(reason), "wait_ms": .integer(duration.wholeMilliseconds)]
    case .unreadable(let place, let field, let reason):
      ["place": .string(place), "field": field.map { .string($0) } ?? .null, "reason": .string(reason)]
    case .conflict(let type, let key, let field):
      ["type": .string(type), "key": .string(key), "field": .string(field)]
    case .positions: [:]
    }
  }
}

extension RequestEvent {
  /// The header's JSON object.
  ///
  /// - Parameter dropped: how many events before it were dropped.
  func json(dropped: Int) -> JSONValue {
    var members = kind.members
    members["event"] = .string(kind.name.rawValue)
    members["request"] = .integer(Int64(clamping: request))
    members["attempt"] = .integer(Int64(attempt))
    members["operation"] = subject.operationName.map { .string($0) } ?? .null
    members["page"] = .optional(subject.page.map { Int64($0) })
    members["tag"] = subject.tag.map { .string($0) } ?? .null
    members["time"] = .integer(time)
    members["dropped"] = .integer(Int64(dropped))
    return .object(members)
  }
}

extension JSONValue {
  fileprivate static func optional(_ number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }
}
