import Dispatch
import Foundation
import PagerTransport
import Synchronization
import TestSupport
import Testing

@Suite("A thread that waits moves the transfers itself", .timeLimit(.minutes(1)))
struct DrivingTests {
  let peer: TransportPeer

  init() throws {
    peer = try TransportPeer.shared.get()
  }

  private func transport(_ path: String) throws -> CurlTransport {
    try CurlTransport(TransportConfiguration.to(endpoint: peer.http(path)))
  }

  /// Runs `body` on a thread of its own, with a stack large enough to drive.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    onSmallStack(of: 1 << 20, body)
  }

  /// Has a thread of its own wait, while the test goes on.
  private func startWaiting(_ body: @escaping @Sendable () -> Bool) -> Task<Bool, Never> {
    Task {
      await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = 1 << 20
        thread.start()
      }
    }
  }

  /// Has the calling thread send a request and wait for it until its completion signals.
  ///
  /// - Returns: whether the completion ran on this thread.
  private static func postAndWait(on transport: CurlTransport, _ outcomes: Outcomes) -> Bool {
    let arrived = DispatchSemaphore(value: 0)
    let caller = pthread_self()
    let isOnCaller = Atomic(false)
    transport.post { result in
      isOnCaller.store(pthread_equal(caller, pthread_self()) != 0, ordering: .relaxed)
      outcomes.add(result)
      transport.signal(arrived)
    }
    guard transport.wait(for: arrived, until: .now() + 30) else { return false }
    return isOnCaller.load(ordering: .relaxed)
  }

  @Test func itsCompletionsRunThere() throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    let onCaller = onThread {
      (1...50).count { _ in Self.postAndWait(on: transport, outcomes) }
    }
    #expect(outcomes.all.count == 50 && outcomes.all.allSatisfy { $0 == nil })
    // The transport's own thread has the first, and any during which the machine kept this one waiting.
    #expect((onCaller ?? 0) > 0)
  }

  @Test func withoutTheStackForItOnlySleeps() throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    let onCaller = onSmallStack(of: 128 << 10) {
      (1...20).count { _ in Self.postAndWait(on: transport, outcomes) }
    }
    #expect(outcomes.all.count == 20 && outcomes.all.allSatisfy { $0 == nil })
    #expect(onCaller == 0)
  }

  @Test func sendsWhatOtherThreadsAskFor() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    let done = DispatchSemaphore(value: 0)
    let waiter = startWaiting { transport.wait(for: done, until: .now() + 30) }
    for _ in 1...100 {
      #expect(try await transport.post().status == 200)
    }
    _ = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...50 { group.addTask { try await transport.post().status } }
      for try await status in group { #expect(status == 200) }
    }
    transport.signal(done)
    #expect(await waiter.value)
    #expect(outcomes.all.isEmpty)
  }

  @Test func whatItLeavesIsTakenOver() async throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    _ = onThread {
      for _ in 1...10 { _ = Self.postAndWait(on: transport, outcomes) }
    }
    // Nobody waits any more.
    for _ in 1...10 {
      #expect(try await transport.post().status == 200)
    }
  }

  @Test func returnsWhenItsTimeIsOver() throws {
    let transport = try transport("/wait?test=\(newKey())")
    let outcomes = Outcomes()
    let took = onThread {
      let start = ContinuousClock.now
      transport.post { outcomes.add($0) }
      for _ in 1...5 { _ = transport.wait(for: DispatchSemaphore(value: 0), until: .now() + .milliseconds(20)) }
      return ContinuousClock.now - start
    }
    #expect(try #require(took) >= .milliseconds(100))
    #expect(outcomes.all.isEmpty)
    _ = transport.shutdown(timeout: patience)
  }

  @Test func isWokenByASignal() async throws {
    let transport = try transport("/wait?test=\(newKey())")
    let outcomes = Outcomes()
    transport.post { outcomes.add($0) }
    for _ in 1...20 {
      let signal = DispatchSemaphore(value: 0)
      let waiter = startWaiting { transport.wait(for: signal, until: .now() + 30) }
      await Task.yield()
      transport.signal(signal)
      #expect(await waiter.value)
    }
    #expect(outcomes.all.isEmpty)
    _ = transport.shutdown(timeout: patience)
  }

  @Test func doesNotHoldAShutdownUp() async throws {
    let key = newKey()
    let transport = try transport("/wait?test=\(key)")
    let outcomes = Outcomes()
    let ended = DispatchSemaphore(value: 0)
    let waiter = startWaiting {
      transport.post { result in
        outcomes.add(result)
        transport.signal(ended)
      }
      return transport.wait(for: ended, until: .now() + 30)
    }
    #expect(try await peer.seen(key, requests: 1).requests == 1)
    #expect(transport.shutdown(timeout: patience))
    #expect(await waiter.value)
    #expect(outcomes.all == [.shutDown])
  }

  @Test func manyTakeTurns() throws {
    let transport = try transport("/echo")
    let outcomes = Outcomes()
    let threads = 8
    let rounds = 50
    let finished = DispatchGroup()
    for _ in 1...threads {
      finished.enter()
      let thread = Thread {
        for _ in 1...rounds { _ = Self.postAndWait(on: transport, outcomes) }
        finished.leave()
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    #expect(finished.wait(timeout: .now() + 50) == .success)
    #expect(outcomes.all.count == threads * rounds && outcomes.all.allSatisfy { $0 == nil })
  }
}
