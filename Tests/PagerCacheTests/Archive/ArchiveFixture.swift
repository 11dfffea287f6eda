import Foundation  // FileManager, Process
import PagerBytes
import PagerCache
import PagerJSON
import Testing

/// A folder with a cache's file, which goes with this.
final class ArchiveFixture: Sendable {
  let folder: String
  var path: String { "\(folder)/cache.sqlite" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Opens the file as another process would: nothing is shared with caches that have it open but the file.
  func open(_ change: (inout CacheConfiguration) -> Void = { _ in }) throws(CacheError) -> ArchivedCache {
    var configuration = CacheConfiguration()
    configuration.store = .sqlite(path: path)
    change(&configuration)
    return ArchivedCache(cache: try Cache.open(configuration))
  }

  /// Has another process, SQLite's own program, lock the file until the lock is released.
  func lock() throws -> FileLock { try FileLock(path) }

  /// The value of a record without its checksum, for statements that change the record.
  static let unsealed = "substr(value, 1, length(value) - 9)"
  /// What makes a record more than an hour older.
  static let older = "received = received - 3700000, value = \(unsealed)"

  /// Has SQLite's own program run statements.
  @discardableResult
  func sqlite(_ statements: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-cmd", ".timeout 5000", path, statements]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// A lock that another process has on a file. Its end releases it.
final class FileLock {
  private let shell = Process()
  private let input = Pipe()

  init(_ path: String) throws {
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    shell.arguments = ["sqlite3", path]
    (shell.standardInput, shell.standardOutput) = (input, output)
    try shell.run()
    input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE; SELECT 'locked';\n".utf8))
    // Nothing is said before the lock is there.
    _ = output.fileHandleForReading.availableData
  }

  deinit {
    release()
  }

  func release() {
    guard shell.isRunning else { return }
    input.fileHandleForWriting.write(Data("ROLLBACK;\n.quit\n".utf8))
    shell.waitUntilExit()
  }
}

/// A cache that is kept in a file, with what a client does around it.
struct ArchivedCache: Sendable {
  let cache: Cache

  static let products = "query P($after: String) { products(first: 2, after: $after) { nodes { id name } hasMore } }"

  /// A page of a list.
  static func page(_ products: (id: String, name: String)..., hasMore: Bool = true) -> String {
    let nodes = products.map { #"{"__typename":"Product","id":"\#($0.id)","name":"\#($0.name)"}"# }
    return #"{"products":{"__typename":"Products","nodes":[\#(nodes.joined(separator: ","))],"hasMore":\#(hasMore)}}"#
  }

  func request(_ query: String = products, _ variables: String = "{}") throws -> CacheRequest {
    let text = try JSONValue.string(query).text()
    return try #require(cache.request(Array("{\"query\":\(text),\"variables\":\(variables)}".utf8)))
  }

  /// A request for the page behind a cursor.
  func request(after cursor: String) throws -> CacheRequest {
    try request(Self.products, #"{"after":"\#(cursor)"}"#)
  }

  /// Takes in what a server answers, and waits until it is kept.
  ///
  /// - Parameter announcesOthers: whether it announces all changes, or those of the answer only, as a walk does.
  @discardableResult
  func receive(
    _ data: String, for request: CacheRequest, announcesOthers: Bool = true
  ) async throws -> PageContent {
    let bytes = try #require(Array("{\"data\":\(data)}".utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) })
    let content = try JSONReader().read(bytes) { root in
      root["data"].flatMap { cache.write($0, in: bytes, of: request) }
    }
    let error = await commit()
    cache.announce(announcesOthers ? nil : content)
    if let error { throw error }
    return try #require(content)
  }

  /// Waits until the file has what was taken in; returns why it has not.
  func commit() async -> CacheError? {
    await withCheckedContinuation { done in cache.commit { done.resume(returning: $0) } }
  }

  /// The data that the cache answers with.
  func data(_ request: CacheRequest) async throws(CacheMiss) -> String {
    let answer = await withCheckedContinuation { done in cache.read(request) { done.resume(returning: $0) } }
    let text = try answer.get().bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    return String(text.dropFirst("{\"data\":".utf8.count).dropLast())
  }

  static func bytes(_ text: String) throws -> ReceivedBytes {
    try #require(Array(text.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) })
  }

  func write(_ text: String, to key: String? = nil) throws {
    try cache.write(Self.bytes(text), to: key)
  }

  func read(_ key: String) throws -> String? {
    try cache.read(key).map { String(decoding: $0, as: UTF8.self) }
  }
}
