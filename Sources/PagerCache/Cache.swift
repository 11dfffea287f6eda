package import PagerBytes
package import PagerJSON
import PagerSyntax
import PagerThreads
import Synchronization

/// A normalized cache: objects by key, as responses sent them, and the watches that get their changes.
///
/// Everything goes through one lock, which guards only reads and writes of records. The cache's own thread renders
/// changed pages.
package final class Cache: Sendable {
  /// Unsafe only to the compiler: it is reached under the lock.
  final class State: @unchecked Sendable {
    let table: RecordTable
    let watches = WatchIndex()
    /// By the text of the document, then by the operation's name.
    var operations: [String: [String: CachedOperation]] = [:]
    var lastMutation: UInt64 = 0

    init(table: RecordTable) {
      self.table = table
    }
  }

  package let configuration: CacheConfiguration
  let state: Lock<State>
  let thread: JobThread
  /// The archive behind the table; nil: records do not outlive this process.
  let archive: (any RecordArchive)?
  /// The answers that are about to enter lists.
  let arrivals = Lock(PageArrivals())
  /// How many times pages are about to be rendered.
  let renderings = Atomic(0)

  /// Whether the records are in a file.
  package var isInFile: Bool { archive != nil }

  /// A cache in memory.
  package convenience init(_ configuration: CacheConfiguration) {
    self.init(configuration, archive: nil, facts: [], on: JobThread())
  }

  /// - Parameter facts: the facts of the archive.
  init(
    _ configuration: CacheConfiguration, archive: (any RecordArchive)?, facts: [TypeFact], on thread: JobThread
  ) {
    self.configuration = configuration
    self.thread = thread
    self.archive = archive
    let table = RecordTable(maximumCount: configuration.maximumRecords, isArchived: archive != nil)
    table.facts.adopt(facts)
    state = Lock(State(table: table))
  }

  deinit {
    close()
  }

  /// Ends the cache's thread and closes its file after the work under way is done. An object that still holds the cache
  /// then holds no thread. Nothing more is committed or rendered.
  package func close() {
    if let archive { thread.run { archive.close() } }
    thread.stop()
  }

  // MARK: Requests

  /// Reads the body of a request. Nil for a request that the cache cannot use: it bypasses the cache.
  package func request(_ body: [UInt8]) -> CacheRequest? {
    guard let copy = body.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { return nil }
    let parts = try? SpareReader.use { reader throws(JSONReadError) in try reader.read(copy) { RequestParts($0) } }
    guard let parts = parts ?? nil else { return nil }
    return state.withLock { state in
      guard let operation = operation(parts.query, parts.operationName, state), operation.kind != .subscription else {
        return nil
      }
      var sent = Array(body[..<parts.queryRange.lowerBound])
      sent += operation.query.utf8
      sent += body[parts.queryRange.upperBound...]
      return CacheRequest(
        query: parts.query, operationName: parts.operationName, variables: parts.variables, body: sent,
        isQuery: operation.kind == .query)
    }
  }

  private func operation(_ query: String, _ name: String?, _ state: State) -> CachedOperation? {
    if let known = state.operations[query]?[name ?? ""], KeyIndex.areSame(known.text, query), !known.isWornOut {
      return known
    }
    guard let made = CachedOperation(query, operationName: name, addsTypename: configuration.addsTypename) else {
      return nil
    }
    // A program that writes its values into its documents must not make this grow without a limit.
    if state.operations.count >= 256 { state.operations.removeAll() }
    state.operations[query, default: [:]][name ?? ""] = made
    return made
  }

  func prepared(
    _ request: CacheRequest, _ state: State
  ) -> (operation: CachedOperation, selection: SelectionNode, resolution: FieldResolution)? {
    guard let operation = operation(request.query, request.operationName, state) else { return nil }
    let variables = RequestVariables(request.variables, defaults: operation.defaults)
    let selection = operation.selection(with: variables)
    return (operation, selection, FieldResolution(variables, fieldCount: operation.fieldCount))
  }

  // MARK: Responses

  /// Stores the data of a response. No page gets the change before `announce`.
  ///
  /// - Parameters:
  ///   - data: the response's data, in `bytes`.
  ///   - errors: the errors of the response; at least one. The cache does not store the places that they name. If an
  ///     error names no place, the cache stores nothing.
  ///   - isAll: whether the response has only data. The cache can then return it as it came.
  package func write(
    _ data: JSONNode, errors: JSONNode? = nil, in bytes: ReceivedBytes, of request: CacheRequest, isAll: Bool = false
  ) -> PageContent? {
    guard let withheld = errors.map({ WithheldPlaces(of: $0, in: data) }) ?? WithheldPlaces() else { return nil }
    // A user's code runs under no lock.
    let keys = objectKeys(of: data)
    return state.withLock { state in
      guard let (operation, selection, resolution) = prepared(request, state) else { return nil }
      let response = Normalizer.write(
        data, in: bytes, selection, root: operation.rootKey, into: state.table, configuration.keyFields, keys,
        resolution, withheld)
      guard let response else { return nil }
      let content = PageContent(
        shown: response.shown, changes: state.table.changes, reclaims: state.table.reclaims,
        original: response.isWhole ? nil : bytes, conflicts: response.conflicts)
      if isAll, givesResponsesBack { operation.responses.keep(response.chunk, content, of: request.variables) }
      return content
    }
  }

  /// Whether the cache may return a response as it came. It may not if its records expire one by one, or if a file may
  /// have newer ones.
  private var givesResponsesBack: Bool {
    archive == nil && configuration.maximumAge == nil && configuration.maximumAgeByType.isEmpty
  }

  /// The response to an operation as it came, if none of its records has changed since.
  func response(to request: CacheRequest) -> CachedAnswer? {
    guard givesResponsesBack else { return nil }
    return state.withLock { state in
      operation(request.query, request.operationName, state)?.responses.answer(to: request.variables, state.table)
    }
  }

  /// Answers an operation with what is in memory.
  package func read(_ request: CacheRequest) -> Result<CachedAnswer, CacheMiss> {
    state.withLock { render(request, $0).answer }
  }

  /// Answers a request.
  ///
  /// - Parameter isShown: whether a page shows it already.
  func render(_ request: CacheRequest, _ state: State, isShown: Bool = false) -> Rendering {
    guard let (operation, selection, resolution) = prepared(request, state) else {
      return Rendering(answer: .failure(CacheMiss(place: "", reason: "the cache cannot read the operation")))
    }
    // A page that a server answered even so still shows.
    if !isShown, let name = operation.missingVariable(in: request) {
      let reason = "its variable $\(name) needs a value, and has none"
      return Rendering(answer: .failure(CacheMiss(place: operation.rootKey, reason: reason)))
    }
    let now = WallClock.milliseconds
    var renderer = Renderer(state.table, configuration.keyFields, resolution) { type in
      isShown ? .min : self.configuration.oldest(of: type, now)
    }
    renderer.render(selection, root: operation.rootKey)
    let absent = renderer.absent
    if let miss = renderer.miss { return Rendering(answer: .failure(miss), absent: absent, shown: renderer.shown) }
    guard let bytes = renderer.text.finish() else { return Rendering(answer: .failure(.outOfMemory)) }
    let content = PageContent(
      shown: renderer.shown, changes: state.table.changes, reclaims: state.table.reclaims)
    return Rendering(
      answer: .success(CachedAnswer(bytes: bytes, content: content)), absent: absent, shown: renderer.shown)
  }
}

extension CacheConfiguration {
  /// When records of a type must have been received to count.
  fileprivate func oldest(of type: String, _ now: Int64) -> Int64 {
    guard let age = maximumAgeByType[type] ?? maximumAge else { return .min }
    return age > 0 ? now &- age : now
  }
}

/// The options of a cache.
package struct CacheConfiguration: Sendable {
  /// Which fields make the key of an object.
  package var keyFields = KeyFields()
  /// Makes the keys of objects. If it is nil, or has no key for an object, the key fields make it.
  package var keyFunction: KeyFunction?
  /// The most records that stay, not counting those that pages show; nil: no limit.
  package var maximumRecords: Int?
  /// How long records are valid, in milliseconds; nil: for ever. By type, or else the common age.
  package var maximumAge: Int64?
  package var maximumAgeByType: [String: Int64] = [:]
  /// Whether the cache adds `__typename` to the selections of all objects.
  package var addsTypename = true
  /// Whether pages are requested again after the cache has lost a part of them.
  package var refetchesIncompletePages = false

  /// The place that keeps the records.
  package var store = Store.memory
  /// How long the cache waits for another process that has locked its file, in milliseconds.
  package var lockPatience: Int32 = 5000

  package init() {}

  package enum Store: Sendable, Hashable {
    /// Until the cache goes.
    case memory
    /// In an SQLite file, too.
    case sqlite(path: String)
  }
}
