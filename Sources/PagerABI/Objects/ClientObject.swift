import PagerClient
import Synchronization

/// A client as C holds it: the client, its queue of callbacks, and its pagers.
final class ClientObject: Handled {
  static let handleName: StaticString = "client"

  let client: GraphQLClient
  let queue: EventQueue
  private let pagers = Mutex(Pagers())

  private struct Pagers {
    var open: [ObjectIdentifier: PagerObject] = [:]
    var isClosed = false
  }

  init(_ configuration: ClientConfiguration) throws(ErrorReport) {
    do {
      client = try GraphQLClient(configuration)
    } catch {
      throw ErrorReport(error)
    }
    queue = EventQueue(waitingAt: client)
  }

  /// Keeps a pager, to end its work with the client's.
  func add(_ pager: PagerObject) throws(ErrorReport) {
    try pagers.withLock { pagers throws(ErrorReport) in
      guard !pagers.isClosed else { throw .closed }
      pagers.open[ObjectIdentifier(pager)] = pager
    }
  }

  func remove(_ pager: PagerObject) {
    pagers.withLock { $0.open[ObjectIdentifier(pager)] = nil }
  }

  /// Ends all work. Returns whether the network thread ended in time.
  func shutDown(within time: Duration) -> Bool {
    let open = pagers.withLock { pagers in
      pagers.isClosed = true
      defer { pagers.open.removeAll() }
      return pagers.open.values
    }
    for pager in open { pager.close() }
    let hasEnded = client.shutdown(timeout: time)
    queue.close()
    return hasEnded
  }

  /// Ends all work without waiting, and has the remaining callbacks run.
  func release() {
    _ = shutDown(within: .zero)
    queue.release()
  }
}
