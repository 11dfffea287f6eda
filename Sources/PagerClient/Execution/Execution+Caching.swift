import PagerCache
import PagerLocks

/// The cache that a request has to do with, and what it has to do with it.
struct RequestCaching: Sendable {
  let cache: Cache
  let policy: CachePolicy
}

/// What the policy says: the cache's answer, the server's, or both.
extension Execution {
  func ask(_ caching: RequestCaching, _ body: [UInt8]) {
    // What the cache does not understand goes past it.
    guard let request = caching.cache.request(body) else {
      guard caching.policy == .returnCacheDataDontFetch else { return sendInTurn(body, nil) }
      return end(
        .failed(ClientError.cacheMiss(message: "the cache cannot answer this request"), attempts: 0))
    }
    let entry = CacheEntry(caching.cache, request)
    if request.isQuery, caching.policy == .fetchElseReturnCacheData { progress.withLock { $0.cacheable = request } }
    guard request.isQuery, caching.policy.readsCache else { return sendInTurn(request.body, entry) }
    caching.cache.read(request) { result in
      self.executor.execute { self.take(result, caching, request, entry) }
    }
  }

  private func take(
    _ result: Result<CachedAnswer, CacheMiss>, _ caching: RequestCaching, _ request: CacheRequest, _ entry: CacheEntry
  ) {
    switch (result, caching.policy) {
    case (.success(let answer), .returnCacheDataAndFetch):
      tell(.answered(Answer(answer, of: request, in: caching.cache, isFinal: false)))
      sendInTurn(request.body, entry)
    case (.success(let answer), _):
      end(.answered(Answer(answer, of: request, in: caching.cache, isFinal: true)))
    case (.failure(let miss), .returnCacheDataDontFetch):
      read(halvings: 1, insteadOf: miss, caching)
    case (.failure, _):
      sendInTurn(request.body, entry)
    }
  }

  /// A page that was too much for a server is in the cache as the smaller one that it became: so a list is walked again
  /// through it.
  private func read(halvings: Int, insteadOf miss: CacheMiss, _ caching: RequestCaching) {
    guard let smaller = try? body.bytes(halvings: halvings), let request = caching.cache.request(smaller) else {
      return end(.failed(ClientError(miss), attempts: 0))
    }
    caching.cache.read(request) { result in
      self.executor.execute {
        switch result {
        case .success(let answer):
          self.end(.answered(Answer(answer, of: request, in: caching.cache, isFinal: true)))
        case .failure:
          self.read(halvings: halvings + 1, insteadOf: miss, caching)
        }
      }
    }
  }

  /// Has the cache answer where the server did not, if that is the policy.
  ///
  /// - Returns: whether the cache was asked.
  func askCacheInstead(of event: ExecutionEvent) -> Bool {
    guard let caching, caching.policy == .fetchElseReturnCacheData, case .failed(let error as ClientError, _) = event,
      error.isOfServer, let request = progress.withLock({ $0.cacheable })
    else { return false }
    caching.cache.read(request) { result in
      self.executor.execute {
        switch result {
        case .success(let answer):
          self.conclude(.answered(Answer(answer, of: request, in: caching.cache, isFinal: true)))
        // What the server did is what the caller has to know.
        case .failure: self.conclude(event)
        }
      }
    }
    return true
  }

  /// A request that takes the place of one that was too much for the server: the cache was asked already.
  func sendSmaller(_ body: [UInt8]) {
    guard let caching, let request = caching.cache.request(body) else { return send(body, nil) }
    send(request.body, CacheEntry(caching.cache, request))
  }
}
