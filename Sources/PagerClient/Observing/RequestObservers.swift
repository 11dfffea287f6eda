import PagerBytes
package import PagerCache
import PagerThreads
import PagerTransport
import Synchronization

/// The observers of a client's requests. Without an observer, a request costs one look at a flag.
package final class RequestObservers: Sendable {
  /// Takes an event. Called under a lock, because all observers must see the same order. It stores the event and does
  /// nothing else.
  package typealias Observer = @Sendable (RequestEvent) -> Void

  /// One observer.
  package struct ID: Sendable, Hashable {
    fileprivate let number: UInt64
  }

  private struct Guarded {
    var observers: [ID: (names: UInt16, observer: Observer)] = [:]
    var lastObserver: UInt64 = 0
    var lastRequest: UInt64 = 0
  }

  private let guarded = Lock(Guarded())
  /// The kinds of events that at least one observer wants, a bit each.
  private let wanted = Atomic<UInt16>(0)

  /// Whether an observer wants events of this kind.
  func want(_ name: RequestEvent.Name) -> Bool { wanted.load(ordering: .relaxed) & name.bit != 0 }

  /// Whether there is an observer.
  var isObserved: Bool { wanted.load(ordering: .relaxed) != 0 }

  /// - Parameter names: the kinds of events that the observer wants.
  package func add(
    of names: some Sequence<RequestEvent.Name> = RequestEvent.Name.allCases, _ observer: @escaping Observer
  ) -> ID {
    guarded.withLock { guarded in
      guarded.lastObserver += 1
      let id = ID(number: guarded.lastObserver)
      guarded.observers[id] = (names.reduce(0) { $0 | $1.bit }, observer)
      update(guarded)
      return id
    }
  }

  package func remove(_ id: ID) {
    let observer = guarded.withLock { guarded in
      defer { update(guarded) }
      return guarded.observers.removeValue(forKey: id)
    }
    // The observer's references are released outside the lock.
    withExtendedLifetime(observer) {}
  }

  private func update(_ guarded: Guarded) {
    wanted.store(guarded.observers.values.reduce(0) { $0 | $1.names }, ordering: .relaxed)
  }

  func tell(_ event: RequestEvent) {
    guarded.withLock { guarded in
      for (names, observer) in guarded.observers.values where names & event.kind.name.bit != 0 { observer(event) }
    }
  }

  /// The number of a request.
  func nextRequest() -> UInt64 {
    guarded.withLock { guarded in
      guarded.lastRequest += 1
      return guarded.lastRequest
    }
  }
}

extension RequestEvent.Name {
  fileprivate var bit: UInt16 {
    switch self {
    case .authorizing: 1
    case .request: 2
    case .connection: 4
    case .limit: 8
    case .answer: 16
    case .failure: 32
    case .retry: 64
    case .pace: 128
    case .resend: 256
    case .unreadable: 512
    case .conflict: 1024
    case .positions: 2048
    }
  }
}

/// Telling observers.
extension Execution {
  /// What observers need to know of a request from one event to the next.
  struct Trace {
    /// Nil until the first event.
    var number: UInt64?
    /// When it was sent the last time.
    var began: ContinuousClock.Instant?
  }

  func note(_ name: RequestEvent.Name, _ kind: @autoclosure () -> RequestEvent.Kind) {
    guard channel.observers.want(name) else { return }
    let (number, attempt) = guarded.withLock { guarded in
      let number = guarded.trace.number ?? channel.observers.nextRequest()
      guarded.trace.number = number
      return (number, guarded.state.progress.attempts)
    }
    channel.observers.tell(
      RequestEvent(
        kind: kind(), request: number, attempt: attempt, subject: subject, time: channel.clock.milliseconds))
  }

  func noteBegin(of body: [UInt8]) {
    guard channel.observers.isObserved else { return }
    guarded.withLock { $0.trace.began = .now }
    note(.request, .began(byteCount: body.count))
  }

  /// Reports the fate of a request to observers before another form of the request leaves.
  func noteResends(of request: inout TransportRequest) {
    guard channel.observers.isObserved else { return }
    request.onResend = { [self, body = request.body] result, reason in
      noteEnd(result)
      note(.resend, .resent(reason: reason))
      if !channel.isRated { noteBegin(of: body) }
    }
  }

  /// Reports what a request waits for, and when each of its forms leaves, if requests leave at a fixed rate.
  func noteTurns(of request: inout TransportRequest) {
    request.onTurn = { [self, body = request.body] turn in
      switch turn {
      case .waits(let duration):
        let until = channel.clock.milliseconds + duration.wholeMilliseconds
        guarded.withLock { guarded in
          let attempts = guarded.state.progress.attempts - 1
          guarded.turn = RequestWait(reason: "rate", attempt: attempts, until: until)
        }
        note(.pace, .pacing(duration: duration))
      case .leaves:
        guarded.withLock { $0.turn = nil }
        noteBegin(of: body)
      }
    }
  }

  /// What the cache needs to tell observers of the request's answer.
  var answerNotes: AnswerNotes {
    let isWanted = channel.observers.want(.conflict)
    let number = guarded.withLock { guarded -> UInt64 in
      if isWanted, guarded.trace.number == nil { guarded.trace.number = channel.observers.nextRequest() }
      return guarded.trace.number ?? 0
    }
    return AnswerNotes(observers: channel.observers, clock: channel.clock, subject: subject, request: number)
  }

  func noteEnd(_ result: Result<TransportResponse, TransportError>) {
    guard channel.observers.isObserved else { return }
    let duration = guarded.withLock { $0.trace.began }.map { $0.duration(to: .now) } ?? .zero
    switch result {
    case .success(let response):
      if let isNew = response.isFirstOnConnection { note(.connection, .connected(isNew: isNew)) }
      note(.answer, .answered(status: response.status, byteCount: response.body.count, duration: duration))
      if channel.observers.want(.limit), let limit = RequestLimit(response) { note(.limit, .limit(limit)) }
    case .failure(let error):
      note(.failure, .failed(message: error.message, duration: duration))
    }
  }
}

extension RequestLimit {
  fileprivate init?(_ response: TransportResponse) {
    guard let headers = response.headers, let remaining = headers.integer("x-ratelimit-remaining") else { return nil }
    self.init(
      remaining: remaining, total: headers.integer("x-ratelimit-limit"), reset: headers.integer("x-ratelimit-reset"))
  }
}

/// Tells observers what the cache finds in the answer to a request. The answer may live longer than the request, so it
/// does not hold the execution.
struct AnswerNotes: Sendable {
  fileprivate let observers: RequestObservers
  fileprivate let clock: any RetryClock
  fileprivate let subject: RequestSubject
  /// The number of the request; 0 if no observer wanted to know it when the request was made.
  fileprivate let request: UInt64

  func note(_ conflicts: [FieldConflict], attempt: Int) {
    guard observers.want(.conflict) else { return }
    for conflict in conflicts {
      observers.tell(
        RequestEvent(
          kind: .conflict(type: conflict.type, key: conflict.key, field: conflict.field), request: request,
          attempt: attempt, subject: subject, time: clock.milliseconds))
    }
  }
}

extension GraphQLClient {
  /// The events of the client's requests from now on: when they leave, are answered, fail and are sent again.
  ///
  /// The sequence ends with the task that reads it. At most 1,024 events wait for a slow reader, which misses the
  /// oldest ones. Without a reader, requests have no extra cost.
  public var events: AsyncStream<RequestEvent> {
    let (events, continuation) = AsyncStream.makeStream(
      of: RequestEvent.self, bufferingPolicy: .bufferingNewest(RequestEvent.mostWaiting))
    let observers = observers
    let id = observers.add { continuation.yield($0) }
    continuation.onTermination = { _ in observers.remove(id) }
    return events
  }

  /// Reports to observers that the cache cannot read a page back.
  package func noteUnreadablePage(_ part: CacheMiss, _ subject: RequestSubject) {
    note(
      .unreadable, .unreadable(place: part.place, field: part.field, reason: part.error?.message ?? part.reason),
      subject)
  }

  /// Reports to observers that the cursors of a list are positions.
  package func notePositions(_ subject: RequestSubject) {
    note(.positions, .positions, subject)
  }

  /// Reports what is not about a request.
  private func note(_ name: RequestEvent.Name, _ kind: RequestEvent.Kind, _ subject: RequestSubject) {
    guard observers.want(name) else { return }
    observers.tell(
      RequestEvent(kind: kind, request: 0, attempt: 0, subject: subject, time: channel.clock.milliseconds))
  }
}

extension RequestEvent {
  /// How many events wait for a slow reader.
  package static let mostWaiting = 1_024
}
