import PagerThreads
import Synchronization
import Testing

@testable import PagerABI

@Suite("The queue of callbacks", .timeLimit(.minutes(1)))
struct EventQueueTests {
  let fixture: CallbackFixture
  let queue: EventQueue
  let history = History()

  init() throws {
    fixture = try CallbackFixture()
    queue = fixture.queue
  }

  private func dispatch(limit: Int = .max) throws -> Int {
    try queue.run(.dispatch(limit: limit), until: .now).count
  }

  private func note(_ entry: String) -> OperationObject {
    fixture.operation { [history] in history.note(entry) }
  }

  // MARK: Order and limits

  @Test("callbacks run in the order in which they came")
  func order() throws {
    for number in 1...100 { note("\(number)").end() }
    #expect(try dispatch() == 100)
    #expect(history.all == (1...100).map(String.init))
  }

  @Test("a dispatch runs at most as many callbacks as it may, and destroy functions do not count")
  func limits() throws {
    for number in 1...5 {
      note("\(number)").end()
      queue.enqueue(fixture.destroy { [history] in history.note("d") })
    }
    #expect(try dispatch(limit: 2) == 2)
    #expect(try dispatch(limit: 2) == 2)
    #expect(try dispatch(limit: 2) == 1)
    #expect(history.all == ["1", "d", "2", "d", "3", "d", "4", "d", "5", "d"])
  }

  @Test("a dispatch leaves the events that come during it to the next one")
  func latecomers() throws {
    let second = note("2")
    fixture.operation { second.end() }.end()
    #expect(try dispatch() == 1)
    #expect(history.all == [])
    #expect(try dispatch() == 1)
    #expect(history.all == ["2"])
  }

  @Test("one thread at a time runs callbacks, and they stay in order")
  func oneRunner() throws {
    let count = 2_000
    let inside = Atomic(0)
    let overlaps = Atomic(0)
    let seen = Mutex<[Int]>([])
    let threads = withExtendedLifetime(inside) {
      (0..<4).map { _ in
        WatchedThread { [queue] in
          while seen.withLock({ $0.count }) < count {
            _ = try? queue.run(.dispatch(limit: 3), until: Deadline(milliseconds: 1))
          }
        }
      }
    }
    for number in 0..<count {
      fixture.operation {
        if inside.add(1, ordering: .sequentiallyConsistent).newValue > 1 {
          overlaps.add(1, ordering: .sequentiallyConsistent)
        }
        seen.withLock { $0.append(number) }
        inside.subtract(1, ordering: .sequentiallyConsistent)
      }.end()
    }
    for thread in threads { thread.join() }
    #expect(overlaps.load(ordering: .sequentiallyConsistent) == 0)
    #expect(seen.withLock { $0 } == Array(0..<count))
  }

  // MARK: Waking

  @Test("a wake while no dispatch waits ends the next dispatch, and no later one")
  func wakeBefore() throws {
    queue.wake()
    #expect(try queue.run(.dispatch(limit: .max), until: .never).count == 0)
    expectThatADispatchWaits()
  }

  @Test("a wake ends a waiting dispatch, and no later one")
  func wakeDuring() throws {
    let thread = WatchedThread { [queue, history] in
      history.note("\((try? queue.run(.dispatch(limit: .max), until: .never).count) ?? -1)")
    }
    thread.untilAsleep()
    queue.wake()
    thread.join()
    #expect(history.all == ["0"])
    expectThatADispatchWaits()
  }

  @Test("a wake ends every wait under way, also for an operation and inside a callback")
  func wakeAll() throws {
    let operation = fixture.operation {}
    let isReached: @Sendable () -> Bool = { operation.isDelivered }
    let threads = (0..<3).map { _ in
      WatchedThread { [queue, history] in
        history.note("\((try? queue.run(.wait(isReached: isReached), until: .never).isInterrupted) ?? false)")
      }
    }
    for thread in threads { thread.untilAsleep() }
    queue.wake()
    for thread in threads { thread.join() }
    #expect(history.all == ["true", "true", "true"])

    fixture.operation { [queue] in queue.wake() }.end()
    #expect(try queue.run(.wait(isReached: isReached), until: .never).isInterrupted)
    #expect(!operation.isDelivered)
    expectThatADispatchWaits()
  }

  @Test("a call that does not wait leaves the wake to the next one that waits")
  func wakeAndPoll() throws {
    queue.wake()
    #expect(try dispatch() == 0)
    #expect(try queue.run(.dispatch(limit: .max), until: .never).isInterrupted)
  }

  /// A dispatch without a limit of time returns when a callback comes, and not before.
  private func expectThatADispatchWaits() {
    let thread = WatchedThread { [queue, history] in
      history.note("count \((try? queue.run(.dispatch(limit: .max), until: .never).count) ?? -1)")
    }
    thread.untilAsleep()
    note("callback").end()
    thread.join()
    #expect(history.all.suffix(2) == ["callback", "count 1"])
  }

  @Test("a thread that stops with callbacks left wakes one that waits")
  func baton() throws {
    let second = note("second")
    let waiter = Mutex<WatchedThread?>(nil)
    fixture.operation { [queue, history] in
      let thread = WatchedThread {
        history.note("count \((try? queue.run(.dispatch(limit: .max), until: .never).count) ?? -1)")
      }
      thread.untilAsleep()
      waiter.withLock { $0 = thread }
      // The other thread cannot run it yet, for this one is still inside a callback.
      second.end()
    }.end()
    #expect(try dispatch(limit: 1) == 1)
    waiter.withLock { $0 }?.join()
    #expect(history.all == ["second", "count 1"])
  }

  @Test("threads that wait for one operation return when another thread has run its end")
  func reached() throws {
    let operation = fixture.operation { [history] in history.note("ended") }
    let isReached: @Sendable () -> Bool = { operation.isDelivered }
    let waiters = Mutex<[WatchedThread]>([])
    fixture.operation { [queue] in
      let threads = (0..<5).map { _ in WatchedThread { _ = try? queue.run(.wait(isReached: isReached), until: .never) }
      }
      for thread in threads { thread.untilAsleep() }
      waiters.withLock { $0 = threads }
      operation.end()
    }.end()
    // This thread goes on with the end, so the others have nothing to run.
    #expect(try queue.run(.wait(isReached: isReached), until: .never).count == 2)
    for thread in waiters.withLock({ $0 }) { thread.join() }
    #expect(history.all == ["ended"])
  }

  @Test("an operation is not delivered before its completion has returned")
  func delivered() throws {
    let seen = Mutex<[Bool]>([])
    let known = Mutex<OperationObject?>(nil)
    let operation = fixture.operation { [queue] in
      guard let operation = known.withLock({ $0 }) else { return }
      WatchedThread {
        // Another thread that waits for the operation runs out of time.
        _ = try? queue.run(.wait(isReached: { operation.isDelivered }), until: .now)
        seen.withLock { $0.append(operation.isDelivered) }
      }.join()
    }
    known.withLock { $0 = operation }
    operation.end()
    #expect(try dispatch() == 1)
    #expect(seen.withLock { $0 } == [false])
    #expect(operation.isDelivered)
    known.withLock { $0 = nil }
  }

  // MARK: The descriptor

  @Test("the descriptor is readable while callbacks wait for a thread")
  func descriptor() throws {
    let descriptor = try #require(queue.descriptor())
    #expect(!isReadable(descriptor))
    let seen = Mutex<[Bool]>([])
    fixture.operation { seen.withLock { $0.append(isReadable(descriptor)) } }.end()
    note("second").end()
    #expect(isReadable(descriptor))
    #expect(try dispatch(limit: 1) == 1)
    // Not while a thread runs one: a loop on another thread would find nothing to run, again and again.
    #expect(seen.withLock { $0 } == [false])
    #expect(isReadable(descriptor))
    #expect(try dispatch() == 1)
    #expect(!isReadable(descriptor))
  }

  // MARK: The end

  @Test("closing makes a waiting dispatch return, after the callback that runs")
  func close() throws {
    let waiter = Mutex<WatchedThread?>(nil)
    fixture.operation { [queue, history] in
      let thread = WatchedThread {
        history.note("count \((try? queue.run(.dispatch(limit: .max), until: .never).count) ?? -1)")
        history.note("finished \(queue.isFinished)")
      }
      waiter.withLock { $0 = thread }
      thread.untilAsleep()
      queue.close()
      // It looks, and sees that a callback runs.
      thread.untilAsleep()
      history.note("callback")
    }.end()
    #expect(try dispatch() == 1)
    waiter.withLock { $0 }?.join()
    #expect(history.all == ["callback", "count 0", "finished true"])
  }

  @Test("releasing calls destroy functions and nothing else")
  func release() {
    note("1").end()
    queue.enqueue(fixture.destroy { [history] in history.note("d") })
    queue.release()
    #expect(history.all == ["d"])
  }

  @Test("a dispatch destroys what two other threads end during its callback, also beyond its limit")
  func releaseDuring() throws {
    let second = note("second")
    let late = fixture.destroy { [history] in history.note("destroy") }
    fixture.operation { [queue, history] in
      WatchedThread {
        second.end()
        queue.release()
      }.join()
      WatchedThread {
        queue.enqueue(late)
        queue.drainIfReleased()
      }.join()
      history.note("first")
    }.end()
    #expect(try dispatch(limit: 1) == 1)
    #expect(history.all == ["first", "destroy"])
  }

  @Test("an event that comes after the release is destroyed at once")
  func afterRelease() {
    queue.release()
    queue.enqueue(fixture.destroy { [history] in history.note("destroy") })
    queue.drainIfReleased()
    #expect(history.all == ["destroy"])
  }

  @Test("two threads end objects at the same time, and no callback is lost")
  func twoThreadsEnd() throws {
    for _ in 0..<200 {
      let fixture = try CallbackFixture()
      let queue = fixture.queue
      let destroyed = Atomic(0)
      let threads = (0..<2).map { index in
        WatchedThread {
          for _ in 0..<5 {
            queue.enqueue(fixture.destroy { destroyed.add(1, ordering: .relaxed) })
            queue.drainIfReleased()
          }
          if index == 0 { queue.release() }
        }
      }
      for thread in threads { thread.join() }
      #expect(destroyed.load(ordering: .relaxed) == 10)
    }
  }
}
