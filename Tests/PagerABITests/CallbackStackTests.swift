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
