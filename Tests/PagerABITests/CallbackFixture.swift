import CSwiftPager
import Glibc
import PagerState
import Synchronization
import Testing

@testable import PagerABI

/// A client and a pager that never send anything, and events of theirs that run Swift closures.
final class CallbackFixture: Sendable {
  let queue: EventQueue
  let pager: PagerObject
  // Keys of a table, which are not followed: unsafe only to the compiler, to which they are pointers.
  private nonisolated(unsafe) let handles: (client: OpaquePointer, pager: OpaquePointer)

  init() throws {
    var client: OpaquePointer?
    var pager: OpaquePointer?
    let query =
      "query ($after: String) { items(after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }"
    #expect(swiftpager_client_create(nil, #"{"endpoint": "http://127.0.0.1:9/"}"#, nil, &client, nil) == SWIFTPAGER_OK)
    #expect(swiftpager_pager_create(client, nil, #"{"query": "\#(query)"}"#, nil, &pager, nil) == SWIFTPAGER_OK)
    handles = (try #require(client), try #require(pager))
    self.pager = try PagerObject.find(pager)
    queue = self.pager.queue
  }

  deinit {
    _ = swiftpager_pager_release(handles.pager)
    _ = swiftpager_client_release(handles.client)
  }

  /// User data whose destroy function runs a closure. It counts as no callback.
  func userData(_ body: @escaping @Sendable () -> Void) -> UserData {
    UserData(Unmanaged.passRetained(Box(body)).toOpaque()) { pointer in
      guard let pointer else { return }
      Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
    }
  }

  func destroy(_ body: @escaping @Sendable () -> Void) -> any Event {
    Destruction(userData: userData(body), owner: pager.events)
  }

  /// An operation whose completion runs a closure. Its `end()` is an event that counts as a callback.
  func operation(_ body: @escaping @Sendable () -> Void) -> OperationObject {
    let pointer = Unmanaged.passRetained(Box(body)).toOpaque()
    let userData = UserData(pointer) { pointer in
      if let pointer { Unmanaged<Box>.fromOpaque(pointer).release() }
    }
    let completion = CompletionCallback(
      function: { pointer, _, _ in
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().body() }
      }, userData: userData)
    return OperationObject(of: pager, completion)
  }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

extension OperationObject {
  /// Ends as the engine ends it.
  func end() { end(with: .success) }
}

/// What happened, in order.
final class History: Sendable {
  private let entries = Mutex<[String]>([])

  func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  var all: [String] { entries.withLock { $0 } }
}

/// Whether a descriptor can be read from now.
func isReadable(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, 0) == 1
}
