import PagerCache
import PagerClient
import PagerJSON
import PagerRecording
import PagerThreads
import PagerTransport

/// A client as C holds it: the client, its queue of callbacks, its pagers, and the requests that it executes.
final class ClientObject: Handled, OperationOwner {
  static let handleName: StaticString = "client"

  let client: GraphQLClient
  let queue: EventQueue
  let endpoint: String
  /// What its pagers had last.
  let known = KnownConfigs()
  private let host: HostTransport?
  /// The recorder of a host's exchanges.
  private let hostRecorder: Recorder?
  /// The persisted queries of a host's requests.
  private let hostQueries: PersistedQueries?
  /// Lets a host's requests leave at a fixed rate.
  private let hostGate: RateGate?
  private let keepers = Keepers()
  private let guarded = Lock(Guarded())
  /// Held while a function of C's takes the place of another, so that the one that is noted is the one that is called.
  private let replacing = Lock(())

  private struct Guarded {
    var pagers: [ObjectIdentifier: PagerObject] = [:]
    var operations: [ObjectIdentifier: OperationObject] = [:]
    var observer: EventObserver?
    var authorizer: HostAuthorizer?
    var isClosed = false
    var isReleased = false
  }

  /// - Parameter functions: a host's transport; nil for libcurl.
  init(
    _ configuration: ClientConfiguration, _ functions: HostFunctions? = nil, calls: CallRules
  ) throws(ErrorReport) {
    endpoint = configuration.endpoint
    if let functions {
      queue = EventQueue(waitingAt: SleepingPlace(), isInterruptible: calls.areInterruptible)
      let host = try HostTransport(configuration, functions, queue)
      hostRecorder = try Self.hostRecorder(configuration)
      hostQueries = PersistedQueries(configuration.persistedQueries)
      hostGate = RateGate(configuration.rateLimit)
      let path = Self.path(through: host, behind: hostGate, hostQueries, recordedBy: hostRecorder)
      let channel = RequestChannel(
        path, retry: configuration.retry, pacer: Pacer(configuration.rateLimit), gate: hostGate)
      client = GraphQLClient(channel, cache: try Self.cache(configuration))
      self.host = host
    } else {
      client = try Self.client(configuration)
      queue = EventQueue(waitingAt: client, isInterruptible: calls.areInterruptible)
      host = nil
      hostRecorder = nil
      hostQueries = nil
      hostGate = nil
    }
    if calls.delivery == .thread { try queue.startThread() }
  }

  private static func client(_ configuration: ClientConfiguration) throws(ErrorReport) -> GraphQLClient {
    let channel: RequestChannel
    do {
      channel = try configuration.makeChannel()
    } catch {
      throw ErrorReport(error)
    }
    return GraphQLClient(channel, cache: try cache(configuration))
  }

  private static func hostRecorder(_ configuration: ClientConfiguration) throws(ErrorReport) -> Recorder? {
    guard configuration.replay == nil else {
      throw ErrorReport(
        .invalidConfig, "a transport of the host answers the requests: leave the transport out to replay a recording",
        path: JSONPointer(tokens: ["replay"]))
    }
    do {
      return try configuration.makeRecorder()
    } catch {
      throw ErrorReport(error)
    }
  }

  private static func path(
    through host: HostTransport, for owner: EventOwner? = nil, behind gate: RateGate?, _ queries: PersistedQueries?,
    recordedBy recorder: Recorder?
  ) -> any Transport {
    let path = PersistedQueries.over(RateGate.over(HostPath(through: host, for: owner), gate), queries)
    return recorder.map { RecordingTransport(path, to: $0) } ?? path
  }

  private static func cache(_ configuration: ClientConfiguration) throws(ErrorReport) -> Cache? {
    do {
      return try configuration.cache.makeCache()
    } catch {
      throw ErrorReport(error)
    }
  }

  /// The cache of responses; nil if there is none.
  var cache: Cache? { client.cache }

  /// The client for a pager. The calls of a host's transport belong to the pager: a thread that pulls from it makes
  /// these calls.
  func client(for owner: EventOwner) -> GraphQLClient {
    guard let host else { return client }
    return client.through(Self.path(through: host, for: owner, behind: hostGate, hostQueries, recordedBy: hostRecorder))
  }

  /// Keeps a pager, to end its work with the client's.
  func add(_ pager: PagerObject) throws(ErrorReport) {
    try guarded.withLock { client throws(ErrorReport) in
      guard !client.isClosed else { throw .closed }
      client.pagers[ObjectIdentifier(pager)] = pager
    }
  }

  func remove(_ pager: PagerObject) {
    guarded.withLock { $0.pagers[ObjectIdentifier(pager)] = nil }
  }

  /// Keeps an operation of the client's own, to end it with the client's work.
  func add(_ operation: OperationObject) throws(ErrorReport) {
    try guarded.withLock { client throws(ErrorReport) in
      guard !client.isClosed else { throw .closed }
      client.operations[ObjectIdentifier(operation)] = operation
    }
  }

  func forget(_ operation: OperationObject) {
    guarded.withLock { $0.operations[ObjectIdentifier(operation)] = nil }
  }

  var isClosed: Bool { guarded.withLock { $0.isClosed } }

  /// Ends all work. Returns whether the network thread ended in time.
  func close(within time: Duration) -> Bool {
    let (pagers, operations) = guarded.withLock { client in
      client.isClosed = true
      defer {
        client.pagers.removeAll()
        client.operations.removeAll()
      }
      return (Array(client.pagers.values), Array(client.operations.values))
    }
    for pager in pagers { pager.close() }
    for operation in operations { operation.cancel() }
    let hasEnded = client.shutdown(timeout: time)
    queue.close()
    // Pagers and operations may be released much later, and they hold the client.
    client.cache?.close()
    return hasEnded
  }

  /// Counts the handle of an operation, or a pager that is kept.
  func keep() throws(ErrorReport) {
    guard keepers.add() else { throw .closed }
  }

  func letGo() {
    if keepers.remove() { release() }
  }

  /// Ends all work without waiting, unless it has ended. Only the destroy functions still run.
  func release() {
    guard !guarded.withLock({ exchange(&$0.isReleased, with: true) }) else { return }
    queue.startRelease()
    _ = close(within: .zero)
    host?.release()
    endFunctions()
    queue.release()
  }
}

// MARK: C's functions that a client calls in addition to callbacks

extension ClientObject {
  /// Sets the function that gets events; nil: none, which a closed client takes, too.
  func observe(_ observer: EventObserver?) throws(ErrorReport) {
    try replacing.withLock { _ throws(ErrorReport) in
      let old = try guarded.withLock { client throws(ErrorReport) in
        guard !client.isClosed || observer == nil else { throw .closed }
        return exchange(&client.observer, with: observer)
      }
      old?.end(on: client.observers)
      observer?.begin(on: client.observers)
    }
  }

  /// Sets the function for the authorization; nil: none, which a closed client takes, too.
  func setAuthorizer(_ authorizer: HostAuthorizer?) throws(ErrorReport) {
    try replacing.withLock { _ throws(ErrorReport) in
      let old = try guarded.withLock { client throws(ErrorReport) in
        guard !client.isClosed || authorizer == nil else { throw .closed }
        return exchange(&client.authorizer, with: authorizer)
      }
      if let authorizer {
        client.authorization.set { authorizer.ask($0, $1) }
      } else {
        client.authorization.set(nil)
      }
      old?.end()
    }
  }

  /// The client is gone: nothing is called any more.
  private func endFunctions() {
    replacing.withLock { _ in
      let (observer, authorizer) = guarded.withLock { client in
        (exchange(&client.observer, with: nil), exchange(&client.authorizer, with: nil))
      }
      observer?.end(on: client.observers)
      authorizer?.end()
    }
  }
}
