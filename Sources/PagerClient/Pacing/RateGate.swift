import PagerThreads
package import PagerTransport

/// Lets the requests of a client leave at a fixed rate. `RateLine` decides; the gate holds the requests that wait, and
/// the timer of the first one.
///
/// The gate stands right before the transport that sends. So every request counts, whatever sends it: a retry, the
/// second form of a persisted query, a page of an inner list, a mutation.
package final class RateGate: Sendable {
  typealias Completion = @Sendable (Result<TransportResponse, TransportError>) -> Void

  /// A request, and where it goes.
  struct Departure: Sendable {
    let request: TransportRequest
    let transport: any Transport
    let completion: Completion
  }

  private enum Passage {
    case waiting(Departure)
    /// A thread is sending it.
    case leaving
    case left(TransferID, any Transport)
  }

  private struct Guarded {
    var line: RateLine
    /// The requests that had to wait, until their answers come.
    var passages: [UInt64: Passage] = [:]
    /// Whether a timer runs, or is about to.
    var isTimed = false
    var timer: TimerID?
    var isOpen = false
  }

  let clock: any RetryClock
  private let guarded: Lock<Guarded>

  /// Nil if requests do not leave at a fixed rate.
  ///
  /// - Parameter clock: what requests wait with; nil: the system's.
  package init?(_ policy: RateLimitPolicy, clock: (any RetryClock)? = nil) {
    guard case .rate(let perSecond, let burst) = policy else { return nil }
    self.clock = clock ?? SystemClock()
    guarded = Lock(Guarded(line: RateLine(perSecond: perSecond, burst: burst)))
  }

  /// The transport behind the gate, if there is a gate.
  package static func over(_ transport: any Transport, _ gate: RateGate?) -> any Transport {
    gate.map { RatedTransport(transport, $0) } ?? transport
  }

  // MARK: Requests

  /// Takes a request that wants to leave.
  ///
  /// - Returns: the place of the request; nil: the caller sends it now.
  /// - Throws: the system has no thread that could wait.
  func add(_ departure: Departure) throws(TransportError) -> UInt64? {
    let taken = guarded.withLock { guarded -> UInt64? in
      let now = clock.nanoseconds
      guard !guarded.isOpen, case .waits(let place, let until) = guarded.line.arrive(now: now) else { return nil }
      guarded.passages[place] = .waiting(departure)
      // Under the lock, because it must come before the news that the request leaves. The receiver only stores it.
      departure.request.onTurn?(.waits(.nanoseconds(max(0, until - now))))
      return place
    }
    guard let place = taken, !setTimer(), remove(place) != nil else { return taken }
    throw Self.noThread
  }

  /// Gives up a request that had to wait.
  func cancel(_ place: UInt64) {
    if case .left(let transfer, let transport) = remove(place) { transport.cancel(transfer) }
  }

  private func remove(_ place: UInt64) -> Passage? {
    let (passage, timer) = guarded.withLock { guarded -> (Passage?, TimerID?) in
      let passage = guarded.passages.removeValue(forKey: place)
      guard case .waiting = passage else { return (passage, nil) }
      guarded.line.remove(place)
      guard guarded.line.due == nil, let timer = guarded.timer.take() else { return (passage, nil) }
      guarded.isTimed = false
      return (passage, timer)
    }
    if let timer { clock.cancel(timer) }
    return passage
  }

  /// Lets all requests pass, because the transport behind the gate was shut down and refuses them.
  func open() {
    let (places, timer) = guarded.withLock { guarded in
      guarded.isOpen = true
      return (guarded.passages.keys.sorted(), guarded.timer.take())
    }
    if let timer { clock.cancel(timer) }
    for place in places {
      if let departure = takeWaiting(place) { send(departure, from: place) }
    }
  }

  /// Takes a request out of the line; nil if it does not wait.
  private func takeWaiting(_ place: UInt64) -> Departure? {
    guarded.withLock { guarded in
      guard case .waiting(let departure) = guarded.passages[place] else { return nil }
      guarded.line.remove(place)
      guarded.passages[place] = .leaving
      return departure
    }
  }

  // MARK: The timer

  /// Sets a timer for the first request, unless there is one.
  ///
  /// - Returns: false if the system has no thread that could wait.
  private func setTimer() -> Bool {
    let delay = guarded.withLock { guarded -> Duration? in
      guard !guarded.isTimed, let due = guarded.line.due else { return nil }
      guarded.isTimed = true
      return .nanoseconds(max(0, due - clock.nanoseconds))
    }
    guard let delay else { return true }
    guard let timer = clock.after(delay, { [weak self] in self?.letPass() }) else {
      guarded.withLock { $0.isTimed = false }
      return false
    }
    guarded.withLock { if $0.isTimed { $0.timer = timer } }
    return true
  }

  /// Sends the requests whose time has come.
  private func letPass() {
    guarded.withLock { ($0.isTimed, $0.timer) = (false, nil) }
    while let (place, departure) = takeDue() {
      departure.request.onTurn?(.leaves)
      send(departure, from: place)
    }
    guard !setTimer() else { return }
    for place in guarded.withLock({ $0.passages.keys.sorted() }) {
      if let departure = takeWaiting(place), end(place) { departure.completion(.failure(Self.noThread)) }
    }
  }

  private func takeDue() -> (UInt64, Departure)? {
    guarded.withLock { guarded in
      guard let place = guarded.line.next(now: clock.nanoseconds),
        case .waiting(let departure) = guarded.passages.updateValue(.leaving, forKey: place)
      else { return nil }
      return (place, departure)
    }
  }

  private func send(_ departure: Departure, from place: UInt64) {
    let transport = departure.transport
    do throws(TransportError) {
      let transfer = try transport.send(departure.request) { [self] result in
        if end(place) { departure.completion(result) }
      }
      let isWanted = guarded.withLock { guarded in
        guard guarded.passages[place] != nil else { return false }
        guarded.passages[place] = .left(transfer, transport)
        return true
      }
      // If the transfer has ended, the transport does not know it any more.
      if !isWanted { transport.cancel(transfer) }
    } catch {
      if end(place) { departure.completion(.failure(error)) }
    }
  }

  /// - Returns: whether a caller still waited for it.
  private func end(_ place: UInt64) -> Bool {
    guarded.withLock { $0.passages.removeValue(forKey: place) != nil }
  }

  private static let noThread = TransportError(
    kind: .noThread,
    message: "the system has no thread that could wait for the turn of a request, because requests leave at a fixed "
      + "rate; end some threads or raise their limit, then try again")
}

/// A transport behind a gate.
struct RatedTransport: LayeredTransport {
  /// Distinguishes these ids from those of the transport, which count from 1. Ids of `ChainedTransfers` are greater.
  private static let mark: UInt64 = 1 << 62

  let transport: any Transport
  private let gate: RateGate

  init(_ transport: any Transport, _ gate: RateGate) {
    self.transport = transport
    self.gate = gate
  }

  func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    let departure = RateGate.Departure(request: request, transport: transport, completion: completion)
    guard let place = try gate.add(departure) else {
      request.onTurn?(.leaves)
      return try transport.send(request, completion: completion)
    }
    return TransferID(rawValue: place | Self.mark)
  }

  func cancel(_ transfer: TransferID) {
    guard transfer.rawValue >= Self.mark else { return transport.cancel(transfer) }
    gate.cancel(transfer.rawValue ^ Self.mark)
  }

  func shutdown(timeout: Duration) -> Bool {
    let hasEnded = transport.shutdown(timeout: timeout)
    gate.open()
    return hasEnded
  }
}
