import Foundation  // Thread
import PagerThreads
import PagerTransport
import Synchronization
import TestSupport
import Testing

/// A thread of the test's own, which may wait as long as it likes: tests that blocked theirs would hold others up.
private final class OwnThread<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)

  /// - Parameter stackSize: large enough to drive, unless it is said.
  init(stackSize: Int = 1 << 20, _ body: @escaping @Sendable () -> Value) {
    let thread = Thread {
      let value = body()
      self.result.withLock { $0 = value }
    }
    thread.stackSize = stackSize
    thread.start()
  }

  /// What it returned, once it has.
  var value: Value {
    get async throws {
      try await eventually("the thread returns") { result.withLock { $0 != nil } }
      return try #require(result.withLock { $0 })
    }
  }
}

@Suite("A thread that waits moves the transfers itself", .asksAServer, .timeLimit(.minutes(1)))
struct DrivingTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  private func transport(_ path: String) throws -> CurlTransport {
    try CurlTransport(TransportConfiguration.to(endpoint: peer.http(path)))
  }

  /// Has the calling thread send a request and wait for it until its completion signals.
  ///
  /// - Returns: whether the completion ran on this thread.
  private static func postAndWait(on transport: CurlTransport, _ outcomes: Outcomes) -> Bool {
    let arrived = WaitSemaphore()
    let caller = pthread_self()
    let isOnCaller = Atomic(false)
    transport.post { result in
      isOnCaller.store(pthread_equal(caller, pthread_self()) != 0, ordering: .relaxed)
      outcomes.add(result)
      transport.signal(arrived)
    }
    guard transport.wait(for: arrived, until: Deadline(after: .seconds(30))) == .signalled else { return false }
    return isOnCaller.load(ordering: .relaxed)
  }

  @Test func itsCompletionsRunThere() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    let onCaller = try await OwnThread {
      (1...50).count { _ in Self.postAndWait(on: transport, outcomes) }
    }.value
    #expect(outcomes.all.count == 50 && outcomes.all.allSatisfy { $0 == nil })
    // The transport's own thread has the first, and any during which the machine kept this one waiting.
    #expect(onCaller > 0)
  }

  @Test func withoutTheStackForItOnlySleeps() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    // Driving takes 256 KiB. The C library may hand over a stack that another thread has left, of up to four times the
    // size that is asked for.
    let onCaller = try await OwnThread(stackSize: 64 << 10) {
      (1...20).count { _ in Self.postAndWait(on: transport, outcomes) }
    }.value
    #expect(outcomes.all.count == 20 && outcomes.all.allSatisfy { $0 == nil })
    #expect(onCaller == 0)
  }

  @Test func sendsWhatOtherThreadsAskFor() async throws {
    let transport = try transport("/echo")
    let done = WaitSemaphore()
    let waiter = OwnThread { transport.wait(for: done, until: Deadline(after: .seconds(30))) }
    for _ in 1...100 {
      #expect(try await transport.post().status == 200)
    }
    _ = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...50 { group.addTask { try await transport.post().status } }
      for try await status in group { #expect(status == 200) }
    }
    transport.signal(done)
    #expect(try await waiter.value == .signalled)
  }

  @Test func whatItLeavesIsTakenOver() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    try await OwnThread {
      for _ in 1...10 { _ = Self.postAndWait(on: transport, outcomes) }
    }.value
    // No caller waits any more.
    for _ in 1...10 {
      #expect(try await transport.post().status == 200)
    }
  }

  @Test func aRequestTimesOutWhileItsDriverIsAway() async throws {
    let transport = try CurlTransport(
      TransportConfiguration.to(endpoint: peer.http("/wait?test=\(newKey())"), timeout: .milliseconds(300)))
    let outcomes = Outcomes()
    let took = try await OwnThread {
      let start = ContinuousClock.now
      transport.post { outcomes.add($0) }
      // It drives for a moment, and does not come back.
      _ = transport.wait(for: WaitSemaphore(), until: Deadline(after: .milliseconds(20)))
      while outcomes.all.isEmpty, ContinuousClock.now - start < .seconds(20) { usleep(1_000) }
      return ContinuousClock.now - start
    }.value
    #expect(outcomes.all == [.timedOut])
    #expect(took >= .milliseconds(300))
  }

  @Test func oneThatWaitsAsWellGoesOnWhenTheDriverGoesAway() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    let threads = (1...2).map { _ in
      OwnThread {
        let start = ContinuousClock.now
        // The one waits while the other is away.
        for _ in 1...20 {
          _ = Self.postAndWait(on: transport, outcomes)
          usleep(10_000)
        }
        return ContinuousClock.now - start
      }
    }
    for thread in threads { _ = try await thread.value }
    #expect(outcomes.all.count == 40 && outcomes.all.allSatisfy { $0 == nil })
  }

  @Test func withoutTheStackForItDoesNotWaitForADriverThatIsAway() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    for _ in 1...3 {
      try await OwnThread { _ = Self.postAndWait(on: transport, outcomes) }.value
      let onCaller = try await OwnThread(stackSize: 64 << 10) { Self.postAndWait(on: transport, outcomes) }.value
      #expect(!onCaller)
    }
    #expect(outcomes.all.count == 6 && outcomes.all.allSatisfy { $0 == nil })
  }

  @Test func returnsWhenItsTimeIsOver() async throws {
    let transport = try transport("/wait?test=\(newKey())")
    let outcomes = Outcomes()
    let took = try await OwnThread {
      let start = ContinuousClock.now
      transport.post { outcomes.add($0) }
      for _ in 1...5 { _ = transport.wait(for: WaitSemaphore(), until: Deadline(after: .milliseconds(20))) }
      return ContinuousClock.now - start
    }.value
    #expect(took >= .milliseconds(100))
    #expect(outcomes.all.isEmpty)
    _ = transport.shutdown(timeout: patience)
  }

  @Test func isWokenByASignal() async throws {
    let transport = try transport("/wait?test=\(newKey())")
    let outcomes = Outcomes()
    transport.post { outcomes.add($0) }
    for _ in 1...20 {
      let signal = WaitSemaphore()
      let waiter = OwnThread { transport.wait(for: signal, until: Deadline(after: .seconds(30))) }
      await Task.yield()
      transport.signal(signal)
      #expect(try await waiter.value == .signalled)
    }
    #expect(outcomes.all.isEmpty)
    _ = transport.shutdown(timeout: patience)
  }

  @Test func doesNotHoldAShutdownUp() async throws {
    let key = newKey()
    let transport = try transport("/wait?test=\(key)")
    let outcomes = Outcomes()
    let ended = WaitSemaphore()
    let waiter = OwnThread {
      transport.post { result in
        outcomes.add(result)
        transport.signal(ended)
      }
      return transport.wait(for: ended, until: Deadline(after: .seconds(30)))
    }
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    #expect(transport.shutdown(timeout: patience))
    #expect(try await waiter.value == .signalled)
    #expect(outcomes.all == [.shutDown])
  }

  @Test func manyTakeTurns() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    let rounds = 50
    let threads = (1...8).map { _ in
      OwnThread {
        for _ in 1...rounds { _ = Self.postAndWait(on: transport, outcomes) }
      }
    }
    for thread in threads { try await thread.value }
    #expect(outcomes.all.count == threads.count * rounds && outcomes.all.allSatisfy { $0 == nil })
  }

  // MARK: The turns of an event loop

  /// An event loop that has turns until a condition holds.
  ///
  /// - Returns: whether it came to hold; it gives up after 30 seconds.
  private static func takeTurns(on transport: CurlTransport, until isOver: () -> Bool) -> Bool {
    let deadline = Deadline(after: .seconds(30))
    while !isOver() {
      guard !deadline.isOver else { return false }
      guard let descriptor = transport.takeTurn()?.number else { continue }
      var sought = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&sought, 1, 100)
    }
    return true
  }

  @Test func aLoopMovesItsRequestsInTurns() async throws {
    let transport = try transport("/echo")
    let (onLoop, outcomes) = try await OwnThread {
      let outcomes = Outcomes()
      let caller = pthread_self()
      let onLoop = Atomic(0)
      for number in 1...50 {
        transport.post { result in
          outcomes.add(result)
          if pthread_equal(caller, pthread_self()) != 0 { onLoop.add(1, ordering: .relaxed) }
        }
        guard Self.takeTurns(on: transport, until: { outcomes.all.count == number }) else { break }
      }
      return (onLoop.load(ordering: .relaxed), outcomes.all)
    }.value
    #expect(outcomes.count == 50 && outcomes.allSatisfy { $0 == nil })
    // The transport's own thread has the first, and any during which the machine kept the loop waiting.
    #expect(onLoop > 0)
  }

  @Test func turnsWaitsAndSendsOfOtherThreadsGoTogether() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    let isOver = Atomic(false)
    let loops = (1...2).map { _ in
      OwnThread { Self.takeTurns(on: transport, until: { isOver.load(ordering: .relaxed) }) }
    }
    let waiters = (1...2).map { _ in
      OwnThread { (1...50).count { _ in Self.postAndWait(on: transport, outcomes) } }
    }
    for _ in 1...50 { #expect(try await transport.post().status == 200) }
    for waiter in waiters { _ = try await waiter.value }
    isOver.store(true, ordering: .relaxed)
    for loop in loops { #expect(try await loop.value) }
    #expect(outcomes.all.count == 100 && outcomes.all.allSatisfy { $0 == nil })
  }

  @Test func aTransportEndsBetweenTurns() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    try await OwnThread {
      transport.post { outcomes.add($0) }
      _ = Self.takeTurns(on: transport, until: { outcomes.all.count == 1 })
    }.value
    #expect(transport.shutdown(timeout: .seconds(10)))
    #expect(transport.takeTurn() == nil)
  }
}
