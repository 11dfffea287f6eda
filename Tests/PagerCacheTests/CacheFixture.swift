import PagerBytes
import PagerCache
import PagerJSON
import Testing

/// A cache with what a client does around it.
struct CacheFixture {
  let cache: Cache

  init(_ change: (inout CacheConfiguration) -> Void = { _ in }) {
    var configuration = CacheConfiguration()
    change(&configuration)
    cache = Cache(configuration)
  }

  /// A request as a client would send it.
  func request(
    _ query: String, _ variables: String = "{}", at location: SourceLocation = #_sourceLocation
  ) throws -> CacheRequest {
    let text = try JSONValue.string(query).text()
    return try #require(
      cache.request(Array("{\"query\":\(text),\"variables\":\(variables)}".utf8)), sourceLocation: location)
  }

  /// Takes in what a server answers.
  @discardableResult
  func receive(
    _ data: String, errors: String? = nil, for request: CacheRequest, isAll: Bool = false, announces: Bool = true
  ) throws -> PageContent {
    let text = "{\"data\":\(data)\(errors.map { ",\"errors\":\($0)" } ?? "")}"
    let bytes = try #require(Array(text.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) })
    let content = try JSONReader().read(bytes) { root in
      root["data"].flatMap { cache.write($0, errors: root["errors"], in: bytes, of: request, isAll: isAll) }
    }
    if announces { cache.announce() }
    guard let content else { throw NotTaken() }
    return content
  }

  /// The data that the cache answers with, or why it does not.
  func data(_ request: CacheRequest) throws(CacheMiss) -> String {
    let text = try cache.read(request).get().bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    return String(text.dropFirst("{\"data\":".utf8.count).dropLast())
  }

  func answer(_ request: CacheRequest) -> Result<String, CacheMiss> {
    do {
      return .success(try data(request))
    } catch {
      return .failure(error)
    }
  }

  /// Writes fields of a record, or of several.
  func write(_ text: String, to key: String? = nil) throws(CacheError) {
    guard let bytes = Array(text.utf8).withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { throw .outOfMemory }
    try cache.write(bytes, to: key)
  }

  /// Shows fields of records until the write is ended.
  func optimistic(_ text: String) throws(CacheError) -> OptimisticWrite {
    guard let bytes = Array(text.utf8).withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { throw .outOfMemory }
    return try cache.writeOptimistic(bytes)
  }

  /// The fields of a record.
  func read(_ key: String) throws(CacheError) -> String? {
    try cache.read(key).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension CacheNews<CachedAnswer> {
  /// The page as it is now; nil where the cache does not have it whole.
  var answer: CachedAnswer? {
    switch self {
    case .changed(let answer), .withoutGuess(let answer): answer
    case .lost, .neverWhole: nil
    }
  }

  /// The page's data, or what became of it.
  var text: String {
    switch self {
    case .changed(let answer): "changed: \(answer.text)"
    case .withoutGuess(let answer): "withoutGuess: \(answer.text)"
    case .lost(let miss): "lost: \(miss.field ?? "-") of \(miss.place)"
    case .neverWhole(let miss): "neverWhole: \(miss.field ?? "-") of \(miss.place)"
    }
  }
}

extension CachedAnswer {
  var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

/// The cache does not take what a server answered.
struct NotTaken: Error {}
