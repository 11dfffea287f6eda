import Dispatch
import PagerCache
import PagerClient
import PagerJSON

/// The objects of a client's responses, by key, to read and to write.
///
///     try await client.store.withinReadWriteTransaction { transaction in
///       try transaction.updateObject(ofType: Product.self, withKey: "Product:17") { $0.name = "Oak Lamp" }
///     }
///
/// Every page and every watched query that shows an object gets an update when the object changes, wherever the change
/// comes from.
///
/// The calls are those of Apollo iOS's `ApolloStore`. They throw `ClientError.cache` if the client has no cache.
public struct GraphQLStore: Sendable {
  let cache: Cache?
  /// How objects and queries write dates.
  private let dates: DateStrategy?
  /// Runs transactions, one after the other.
  private let queue = DispatchQueue(label: "swiftpager.store")

  init(_ cache: Cache?, _ dates: DateStrategy?) {
    self.cache = cache
    self.dates = dates
  }

  /// Reads objects and queries.
  ///
  /// - Parameter body: runs on a queue of the store, after all transactions that began before. It may take long: no
  ///   request and no page waits for it.
  /// - Throws: what `body` throws.
  public func withinReadTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await run { [dates] cache in
      let transaction = ReadTransaction(cache, dates)
      defer { transaction.end() }
      return try body(transaction)
    }
  }

  /// Reads and writes objects and queries.
  ///
  /// All writes take effect together when the function returns: a page that shows several of the objects gets one
  /// update. If the function throws, nothing changes.
  ///
  /// A transaction reads its own writes. Transactions run one after the other. A server's answer can come between two
  /// reads of one transaction.
  ///
  /// - Parameter body: runs on a queue of the store, after all transactions that began before. It may take long: no
  ///   request and no page waits for it.
  /// - Throws: what `body` throws, and `ClientError.cache` if the file of the cache does not accept the writes.
  public func withinReadWriteTransaction<Result: Sendable>(
    _ body: @escaping @Sendable (ReadWriteTransaction) throws -> Result
  ) async throws -> Result {
    let (result, cache) = try await run { [dates] cache in
      let transaction = ReadWriteTransaction(cache, dates)
      defer { transaction.end() }
      let result = try body(transaction)
      try transaction.commit()
      return (result, cache)
    }
    try await cache.keep()
    return result
  }

  /// Removes all objects.
  ///
  /// Pages and watched queries stay as they are, and change again when a server sends something else.
  ///
  /// - Throws: `ClientError.cache` if there is no cache, or if its file cannot be written.
  public func clearCache() async throws {
    try await withinReadWriteTransaction { try $0.clearCache() }
  }

  /// Shows the writes of a function until the returned write is ended.
  func show(_ body: @escaping @Sendable (ReadWriteTransaction) throws -> Void) async throws -> (Cache, OptimisticWrite)
  {
    try await run { [dates] cache in
      let transaction = ReadWriteTransaction(cache, dates)
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
  /// Waits until the file has everything that the cache has taken in.
  fileprivate func keep() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      commit { error in
        if let error { continuation.resume(throwing: ClientError(error)) } else { continuation.resume() }
      }
    }
  }
}

extension GraphQLClient {
  /// The objects of responses, to read and to write.
  public var store: GraphQLStore { GraphQLStore(cache, dates) }
}
