import PagerBytes
import PagerCache
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

/// Tells observers what the cache finds in the answer to a request. The answer may live longer than the request, so it
/// does not hold the execution.
struct AnswerNotes: Sendable {
  let observers: RequestObservers
  let clock: any RetryClock
  let subject: RequestSubject
  /// The number of the request; 0 if no observer wanted to know it when the request was made.
  let request: UInt64

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
