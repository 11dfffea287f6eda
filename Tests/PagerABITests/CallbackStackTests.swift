import CPlatform
import Glibc
import PagerThreads
import Synchronization
import Testing

@testable import PagerABI

@Suite("Inside callbacks", .timeLimit(.minutes(1)))
struct CallbackStackTests {
  @Test("a call that may wait is refused inside a callback of any client")
  func anyClient() throws {
    let first = try CallbackFixture()
    let second = try CallbackFixture()
    let statuses = Mutex<[Status?]>([])
    let note: @Sendable () -> Void = { [other = second.queue] in
      do throws(ErrorReport) {
        _ = try other.run(.dispatch(limit: .max), until: .now)
        statuses.withLock { $0.append(nil) }
      } catch {
        statuses.withLock { $0.append(error.status) }
      }
    }
    note()
    first.operation(note).end()
    first.queue.enqueue(first.destroy(note))
    _ = try first.queue.run(.dispatch(limit: .max), until: .now)
    // A destroy function is a callback wherever it is called.
    first.userData(note).destroyNow()
    note()
    #expect(statuses.withLock { $0 } == [nil, .reentrant, .reentrant, .reentrant, nil])
  }

  @Test("only the thread that runs a callback is inside it")
  func otherThread() throws {
    let fixture = try CallbackFixture()
    let seen = Mutex<[Bool]>([])
    let look: @Sendable () -> Void = { [queue = fixture.queue] in
      seen.withLock { $0.append(CallbackStack.isInside(for: queue)) }
    }
    fixture.operation {
      look()
      WatchedThread { look() }.join()
    }.end()
    _ = try fixture.queue.run(.dispatch(limit: .max), until: .now)
    #expect(seen.withLock { $0 } == [true, false])
    #expect(!CallbackStack.isInside(for: fixture.queue))
  }

  @Test("the stack of a thread is all of its memory, and nothing beside it")
  func stack() {
    let size = 1 << 20
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
    defer { memory.deallocate() }
    let low = UInt(bitPattern: memory)
    var addresses = [low - 1, low, low + UInt(size) - 1, low + UInt(size)]
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstack(&attributes, memory, size)
    addresses.withUnsafeMutableBytes { bytes in
      var thread = pthread_t()
      let look: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        let addresses = argument?.assumingMemoryBound(to: UInt.self)
        for index in 0..<4 { addresses?[index] = swiftpager_is_on_thread_stack(addresses?[index] ?? 0) ? 1 : 0 }
        return nil
      }
      if pthread_create(&thread, &attributes, look, bytes.baseAddress) == 0 { pthread_join(thread, nil) }
    }
    pthread_attr_destroy(&attributes)
    #expect(addresses == [0, 1, 1, 0])
  }

  @Test("callbacks that return are not taken for left, however they are nested")
  func nested() {
    let left = Atomic(0)
    func call(depth: Int) -> Int? {
      CallbackStack.run(.single) {
        CallbackStack.noticeLeft()
        return depth == 0 ? 0 : (call(depth: depth - 1) ?? -100) + 1
      } whenLeft: {
        left.add(1, ordering: .relaxed)
      }
    }
    #expect(call(depth: 20) == 20)
    CallbackStack.noticeLeft()
    #expect(left.load(ordering: .relaxed) == 0)
  }
}
