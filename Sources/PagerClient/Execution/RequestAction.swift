import PagerCache
import PagerThreads
import PagerTransport

/// What an `Execution` does next, and the events of its `RequestState` that follow. The number is that of the step.
enum RequestAction: Sendable {
  /// The event came too late.
  case none
  /// Writes the body with the number of items halved this many times: `wrote`, or `failed`.
  case write(halvings: Int, Int)
  /// Asks the cache: `found`, or `missed`.
  case read(RequestPayload, Int)
  /// Reports an answer after which another one follows: `told`.
  case tell(RequestOutcome, Int)
  /// Asks the pacer: `paced`.
  case takeTurn(Int)
  /// Asks for headers that say who is calling, but not for those of the grant with this number: `granted`, or `failed`.
  case authorize(after: UInt64?, Int)
  /// Sends the request: `began` and `answered`, or `failed`.
  case send(RequestPayload, Grant?, Int)
  /// Sets a timer: `began` and `due`, or `cannotWait`.
  indirect case wait(RequestPause)
  /// Leaves the queue of requests that a limit has refused: the request was cancelled when it was about to leave.
  case leaveLine
  /// Reports how the request ends. No action follows.
  case end(RequestEnding, RequestEfforts, leavesLine: Bool)
}

/// The request to send, and how the cache is involved.
final class RequestPayload: Sendable {
  let body: [UInt8]
  let entry: CacheEntry?

  init(body: [UInt8], entry: CacheEntry? = nil) {
    self.body = body
    self.entry = entry
  }
}

/// The result of asking the cache or the server.
enum RequestOutcome: Sendable {
  case response(TransportResponse, CacheEntry?)
  /// Indirect, because it is five times as large as the others.
  indirect case cached(CachedAnswer, CacheEntry)
  case failure(any Error)

  /// Whether the server could not be reached, or did not answer the request.
  var isServerFailure: Bool {
    if case .failure(let error as ClientError) = self { error.isOfServer } else { false }
  }
}

/// How a request ends.
enum RequestEnding: Sendable {
  case came(RequestOutcome)
  /// A limit lasts longer than the request may wait. Indirect, because it is rare and large.
  indirect case limited(RequestFault)
  /// The policy excludes the server, and the cache cannot answer such a request.
  case unanswerable

  var isServerFailure: Bool {
    switch self {
    case .came(let outcome): outcome.isServerFailure
    case .limited: true
    case .unanswerable: false
    }
  }
}

/// A wait before a request is sent, or sent again.
struct RequestPause: Sendable {
  let duration: Duration
  let wait: RequestWait
  /// Whether a limit refused the request. When the time is over, such a request queues behind those that were refused
  /// before it.
  var isForLimit = false
  /// How the request ends if the system has no thread that could wait; nil: the request goes on at once.
  var otherwise: RequestEnding?
  let step: Int
}

/// What a cache can do for a request.
enum CacheUse: Sendable, Hashable {
  /// Nothing, or there is no cache.
  case none
  /// The cache takes in what a mutation brings.
  case writes
  /// The cache takes in what a query brings, and can answer the query.
  case readsAndWrites
}

/// Gives up a step that takes time.
enum RequestHandle: Sendable, Hashable {
  case transfer(TransferID)
  case timer(TimerID)
}

/// The wait of a request before it is sent, or sent again.
package struct RequestWait: Sendable, Hashable {
  /// The reason in one word: `connection`, `http_503`, `rate_limit`, `too_large`, `pace` or `rate`.
  ///
  /// `pace`: the request waits before it is sent for the first time. `rate`: requests leave at a fixed rate, and the
  /// request waits for its turn.
  package let reason: String
  /// How often the request has been sent.
  package let attempt: Int
  /// When the request will be sent, in milliseconds since 1970.
  ///
  /// At a fixed rate it may be sent earlier, because a cancelled request before it gives its place back.
  package let until: Int64
}

extension Duration {
  /// Rounded up; at most a thousand years.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(seconds, 32_000_000_000) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
