import CSwiftPager
import Dispatch
import Synchronization
import Testing

@testable import PagerABI

/// A client whose requests are answered by another thread, as if that were a network: page after page of a list whose
/// items are the numbers from 1 on.
final class WalkFixture: Sendable {
  /// A handle is a key of a table, which is not followed. Threads may share it.
  typealias Key = UInt

  let client: Key
  private let host: PageHost

  /// - Parameters:
  ///   - pages: how many pages each list has.
  ///   - onThread: whether a thread of the library runs the callbacks.
  ///   - isHolding: whether each answer waits until the test lets it go.
  init(pages: Int, onThread: Bool = false, isHolding: Bool = false) throws {
    host = PageHost(pages: pages, isHolding: isHolding)
    var transport = swiftpager_transport()
    transport.struct_size = MemoryLayout<swiftpager_transport>.size
    transport.user_data = Unmanaged.passRetained(host).toOpaque()
    transport.send = { host, request in
      if let host { Unmanaged<PageHost>.fromOpaque(host).takeUnretainedValue().take(request) }
    }
    transport.destroy = { host in
      guard let host else { return }
      let ended = Unmanaged<PageHost>.fromOpaque(host).takeRetainedValue()
      ended.ends.add(1, ordering: .relaxed)
    }
    var handle: OpaquePointer?
    let config = #"{"endpoint": "http://127.0.0.1:9/", "delivery": "\#(onThread ? "thread" : "dispatch")"}"#
    #expect(swiftpager_client_create(nil, config, &transport, &handle, nil) == SWIFTPAGER_OK)
    client = UInt(bitPattern: try #require(handle))
  }

  /// How often the library gave the transport's user data back.
  var endCount: Int { host.ends.load(ordering: .relaxed) }

  /// Lets one answer go, which waits or will come.
  func answer() { host.turns.signal() }

  func makePager() throws -> Key {
    var pager: OpaquePointer?
    let query =
      "query ($after: String) { items(after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }"
    #expect(swiftpager_pager_create(pointer(client), query, nil, nil, &pager, nil) == SWIFTPAGER_OK)
    return UInt(bitPattern: try #require(pager))
  }

  func walk(_ pager: Key) throws -> Key {
    var operation: OpaquePointer?
    #expect(swiftpager_pager_walk(pointer(pager), nil, &operation, nil) == SWIFTPAGER_OK)
    return UInt(bitPattern: try #require(operation))
  }

  /// The turn of an event loop: the walks that have something.
  func takeTurn() -> [Key] {
    var ready = [swiftpager_ready](repeating: swiftpager_ready(), count: 8)
    var count = 0
    #expect(swiftpager_client_ready(pointer(client), &ready, ready.count, &count) == SWIFTPAGER_OK)
    return ready.prefix(count).map { UInt(bitPattern: $0.operation) }
  }

  /// The descriptor that shows when the next turn has something.
  func descriptor() throws -> CInt {
    var descriptor: CInt = -1
    #expect(swiftpager_client_fd(pointer(client), &descriptor) == SWIFTPAGER_OK)
    return descriptor
  }

  func descriptor(of walk: Key) -> CInt {
    var descriptor: CInt = -1
    #expect(swiftpager_operation_fd(pointer(walk), &descriptor) == SWIFTPAGER_OK)
    return descriptor
  }

  func release(pager: Key) { #expect(swiftpager_pager_release(pointer(pager)) == SWIFTPAGER_OK) }

  func release(walk: Key) { #expect(swiftpager_operation_release(pointer(walk)) == SWIFTPAGER_OK) }

  func release() { #expect(swiftpager_client_release(pointer(client)) == SWIFTPAGER_OK) }
}

/// What a pull returned.
enum Pull: Hashable {
  case page(Int)
  case end
  /// Nothing within the time.
  case nothing
  case failure(swiftpager_status)
}

/// Pulls once from a walk, and finishes with the page.
///
/// - Parameter time: in milliseconds. The usual limit guards against hangs only.
func pull(_ walk: WalkFixture.Key, within time: Int32 = 20_000) -> Pull {
  var update: OpaquePointer?
  let status = swiftpager_operation_next(pointer(walk), time, &update, nil)
  defer { _ = swiftpager_update_release(update) }
  switch Int(status) {
  case SWIFTPAGER_OK where update == nil: return .end
  case SWIFTPAGER_OK: break
  case SWIFTPAGER_TIMEOUT: return .nothing
  default: return .failure(status)
  }
  var length = 0
  let item = swiftpager_page_item(swiftpager_update_page(update, nil), 0, &length)
  let digits = UnsafeRawBufferPointer(start: item, count: length).filter { (0x30...0x39).contains($0) }
  return .page(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
}

func pointer(_ key: WalkFixture.Key) -> OpaquePointer? { OpaquePointer(bitPattern: key) }

/// Answers requests on a thread of its own.
private final class PageHost: Sendable {
  let ends = Atomic(0)
  /// Answers that may go.
  let turns = DispatchSemaphore(value: 0)
  private let pages: Int
  private let isHolding: Bool
  private let network = DispatchQueue(label: "network")

  init(pages: Int, isHolding: Bool) {
    (self.pages, self.isHolding) = (pages, isHolding)
  }

  func take(_ request: OpaquePointer?) {
    let key = UInt(bitPattern: request)
    network.async { [self] in
      if isHolding { turns.wait() }
      answer(pointer(key))
    }
  }

  private func answer(_ request: OpaquePointer?) {
    var length = 0
    let start = swiftpager_request_body(request, &length)
    let body = String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    // The cursor is the number of the page before.
    let cursor = body.split(separator: "cursor ").dropFirst().first?.prefix { $0.isNumber }
    let number = (cursor.flatMap { Int($0) } ?? 0) + 1
    let answer = """
      {"data": {"items": {"edges": [{"node": {"id": "\(number)"}}],
      "pageInfo": {"hasNextPage": \(number < pages), "endCursor": "cursor \(number)"}}}}
      """
    _ = swiftpager_request_complete(request, 200, nil, answer, answer.utf8.count)
  }
}
