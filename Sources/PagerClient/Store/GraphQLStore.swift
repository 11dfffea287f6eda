import Dispatch
import PagerCache

/// What a client keeps of responses: objects by key, to read and to write.
///
///     try await client.store.withinReadWriteTransaction { transaction in
///       try transaction.updateObject(ofType: Product.self, withKey: "Product:17") { $0.name = "Oak Lamp" }
///     }
///
/// Every page and every watched query that shows an object is told when it changes, wherever the change comes from.
///
/// The calls are those of the reference's `ApolloStore`. They throw `ClientError.cache` where the client has no cache.
public struct GraphQLStore: Sendable {
  let cache: Cache?
  /// Runs transactions, one after the other.
  private let queue = DispatchQueue(label: "swiftpager.store")

  init(_ cache: Cache?) {
    self.cache = cache
  }

  /// Reads objects and queries.
  ///
  /// - Parameter body: runs on a queue of the store's, after the transactions that were begun before. It may take its time:
  ///   no request and no page waits for it.
  /// - Throws: what `body` throws.
  public func withinReadTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await run { cache in
      let transaction = ReadTransaction(cache)
      defer { transaction.end() }
      return try body(transaction)
    }
  }

  /// Reads and writes objects and queries. What is written goes in at once when the function returns, and is told of once:
  /// a page that shows several of the objects gets one update. Where the function throws, nothing has changed.
  ///
  /// The transaction reads what it has written itself. Transactions run one after the other; a server's answer can come
  /// between two reads of one.
  ///
  /// - Parameter body: runs on a queue of the store's, after the transactions that were begun before. It may take its time:
  ///   no request and no page waits for it.
  /// - Throws: what `body` throws, and `ClientError.cache` where the file of the cache does not take what was written.
  public func withinReadWriteTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (ReadWriteTransaction) throws -> Result
  ) async throws -> Result {
    let (result, cache) = try await run { cache in
      let transaction = ReadWriteTransaction(cache)
      defer { transaction.end() }
      let result = try body(transaction)
      try transaction.commit()
      return (result, cache)
    }
    try await cache.keep()
    return result
  }

  /// Forgets all objects. Pages and watched queries stay as they are, and change again when a server brings something else.
  ///
  /// - Throws: `ClientError.cache` where there is no cache, or its file cannot be written.
  public func clearCache() async throws {
    try await withinReadWriteTransaction { try $0.clearCache() }
  }

  /// Shows what a function writes until the returned write is ended.
  func show(_ body: @escaping @Sendable (ReadWriteTransaction) throws -> Void) async throws -> (Cache, OptimisticWrite)
  {
    try await run { cache in
      let transaction = ReadWriteTransaction(cache)
      defer { transaction.end() }
      try body(transaction)
      return (cache, try transaction.commitOptimistic())
    }
  }

  private func run<Result: Sendable>(_ body: @escaping @Sendable (Cache) throws -> Result) async throws -> Result {
    guard let cache else {
      throw ClientError.cache(message: "the client has no cache; set one with ClientConfiguration.cache")
    }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body(cache) }) }
    }
  }
}

extension Cache {
  /// Waits until the file has what was taken in.
  fileprivate func keep() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      commit { error in
        if let error { continuation.resume(throwing: ClientError(error)) } else { continuation.resume() }
      }
    }
  }
}
