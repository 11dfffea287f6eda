import PagerBytes
package import PagerCache
package import PagerJSON
import PagerThreads
package import PagerTransport

/// A response, and how the cache is involved in it.
package struct Answer: Sendable {
  package let response: TransportResponse
  /// Whether it came from the cache.
  package let isCached: Bool
  /// Whether its data has to be written to the cache.
  package var isForCache: Bool { entry != nil && !isCached }
  /// Whether it is the last answer to its request.
  package let isFinal: Bool
  /// How often the request was sent to the server; 0 if it was not sent.
  package let attempts: Int
  /// How many times the size of its page was halved.
  package let halvings: Int
  /// How many larger sizes of its page the server refused before; 0 if that may have had another reason.
  package let refusals: Int
  /// The response's entry in the cache; nil if no cache is involved.
  package let entry: CacheEntry?

  /// A server's answer.
  package init(
    _ response: TransportResponse, _ entry: CacheEntry? = nil, _ efforts: RequestEfforts = RequestEfforts(attempts: 1)
  ) {
    self.response = response
    self.entry = entry
    attempts = efforts.attempts
    halvings = efforts.halvings
    // A page that came at a size only when it was asked for again: then the server was out of order, and the larger
    // sizes may not have been too large.
    refusals = efforts.attempts > 1 ? 0 : efforts.refusals
    isCached = false
    isFinal = true
  }

  /// The cache's answer.
  package init(_ answer: CachedAnswer, of request: CacheRequest, in cache: Cache, isFinal: Bool) {
    response = TransportResponse(status: 200, body: answer.bytes)
    entry = CacheEntry(cache, request, answer.content)
    isCached = true
    self.isFinal = isFinal
    attempts = 0
    halvings = 0
    refusals = 0
  }

  /// Writes the data of a response to the cache, if that is wanted and has not happened yet. It uses the response's own
  /// nodes, because the response is then read only once.
  package func enter(_ root: JSONNode) {
    // The reader of the response reports a text that is not a GraphQL response.
    guard !isCached, let entry, let envelope = try? ResponseEnvelope(root), let data = envelope.data else { return }
    entry.enter(data, errors: envelope.errors, in: response.body, isAll: root.count == 1, attempt: attempts)
  }

  /// Writes the data to the cache now, although the response is read later. The data then has the time of its arrival:
  /// anything that is written in between is newer.
  package func enterAhead() {
    guard !isCached, let entry, response.carriesGraphQL else { return }
    // The reader of the response reports a text that cannot be read.
    _ = try? SpareReader.use { reader throws(JSONReadError) in try reader.read(response.body) { enter($0) } }
    entry.announce()
  }

  /// Whether the cache needs time to store what it has to keep.
  package var isKeptLater: Bool { !isCached && entry?.isKeptLater == true }

  /// Calls `body` when the cache has stored what it has to keep: at once if the cache is in memory, else when the
  /// cache's thread has written the file.
  package func whenKept(on executor: any RequestExecutor, _ body: @escaping @Sendable (ClientError?) -> Void) {
    guard !isCached, let entry else { return executor.execute { body(nil) } }
    entry.commit { error in
      executor.execute { body(error.map { ClientError($0) }) }
    }
  }
}

/// What it took to bring a request to its end.
package struct RequestEfforts: Sendable, Hashable {
  /// How often the request was sent, without halvings; 0 if it was not sent.
  let attempts: Int
  /// How many times the size of its page was halved in the end.
  let halvings: Int
  /// How many larger sizes the server refused before.
  let refusals: Int

  package init(attempts: Int = 0, halvings: Int = 0, refusals: Int = 0) {
    self.attempts = attempts
    self.halvings = halvings
    self.refusals = refusals
  }
}

/// One response in the cache.
package final class CacheEntry: Sendable {
  private let cache: Cache
  private let request: CacheRequest
  private let notes: AnswerNotes?
  /// What is in the cache; nil: the response has not entered it yet.
  private let content: Lock<Entered?>

  private struct Entered {
    /// Nil if the cache did not take it.
    let content: PageContent?
    /// Why the cache did not take it.
    var refusal: CacheMiss?
  }

  /// - Parameter notes: tells observers of a server's answer.
  init(_ cache: Cache, _ request: CacheRequest, _ content: PageContent? = nil, notes: AnswerNotes? = nil) {
    self.cache = cache
    self.request = request
    self.notes = notes
    self.content = Lock(content.map { Entered(content: $0) })
  }

  /// The request's body, as it was sent.
  package var body: [UInt8] { request.body }

  /// Asks the cache for an answer to the request.
  ///
  /// - Parameter then: takes the answer, before this returns or on the cache's thread. It must not wait.
  func read(then: @escaping @Sendable (Result<CachedAnswer, CacheMiss>) -> Void) {
    cache.read(request, then: then)
  }

  /// The cache's answer to the request.
  func answer(_ answer: CachedAnswer, isFinal: Bool) -> Answer {
    Answer(answer, of: request, in: cache, isFinal: isFinal)
  }

  func enter(_ data: JSONNode, errors: JSONNode?, in bytes: ReceivedBytes, isAll: Bool, attempt: Int) {
    guard content.withLock({ $0 == nil }) else { return }
    let written = cache.write(data, errors: errors, in: bytes, of: request, isAll: isAll)
    let reason =
      errors == nil
      ? "the cache did not store the response"
      : "the cache stored nothing of the response, because an error in it does not name a field"
    let refusal = written == nil ? CacheMiss(place: "", reason: reason) : nil
    content.withLock { $0 = Entered(content: written, refusal: refusal) }
    if let written, !written.conflicts.isEmpty { notes?.note(written.conflicts, attempt: attempt) }
  }

  /// The fields for which the response has two values in one record; nil if there are none, as in an answer of the
  /// cache.
  package var conflicts: AnswerConflicts? { content.withLock { $0?.content }.flatMap { AnswerConflicts($0.conflicts) } }

  /// Why nothing of the response is in the cache; nil if the response is there, or has not entered it yet.
  package var refusal: CacheMiss? { content.withLock { $0?.refusal } }

  var isKeptLater: Bool { cache.isInFile }

  func commit(_ body: @escaping @Sendable (CacheError?) -> Void) {
    cache.commit(then: body)
  }

  /// Announces what the response changed to everything that shows it. Call this after the response itself was
  /// delivered.
  package func announce() {
    cache.announce()
  }

  /// Announces the changes by this response and by others before it, but no later change.
  package func announceOwn() {
    guard let content = content.withLock({ $0?.content }) else { return }
    cache.announce(content)
  }

  /// The response is about to enter a list, to be watched there and to announce its changes. Call `arrived` afterwards.
  package func arrives() -> CacheArrival { CacheArrival(arrival: cache.arrives()) }

  /// The response is in its list, is watched there, and has announced its changes.
  package func arrived(_ arrival: CacheArrival) {
    cache.arrived(arrival.arrival)
  }

  /// Watches the objects that the response shows.
  ///
  /// - Parameter notify: takes the changes of the response. Runs on the cache's thread and must not wait.
  package func watch(_ notify: @escaping @Sendable (CacheNews<Answer>) -> Void) -> CacheEntryWatch? {
    guard let content = content.withLock({ $0?.content }) else { return nil }
    let watch = cache.watch(request, content) { [cache, request] news in
      notify(news.map { Answer($0, of: request, in: cache, isFinal: true) })
    }
    return watch.map { CacheEntryWatch(cache: cache, watch: $0) }
  }
}

/// A response that is about to enter a list.
package struct CacheArrival: Sendable {
  let arrival: PageArrival
}

/// A response that is watched.
package struct CacheEntryWatch: Sendable {
  let cache: Cache
  let watch: CacheWatch

  package func end() {
    cache.unwatch(watch)
  }

  /// Makes the cache report the response in its present state.
  package func refresh() {
    cache.refresh(watch)
  }
}

/// The fields for which a response has two values in one record.
package struct AnswerConflicts: Sendable, Hashable {
  /// How many there are; at least 1.
  package let count: Int
  /// The type of the first one's objects, the key that they share, and the field with its arguments.
  package let type, key, field: String

  /// Nil if there are none.
  init?(_ conflicts: [FieldConflict]) {
    guard let first = conflicts.first else { return nil }
    (type, key, field) = (first.type, first.key, first.field)
    count = conflicts.count
  }
}
