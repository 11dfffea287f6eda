import CSwiftPager
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import PagerABI

@Suite("Threads that pull at the same time", .timeLimit(.minutes(1)))
struct PullingThreadsTests {
  private let pageCount = 20

  @Test("Each page of a walk comes to one of several threads, and each of them learns the end")
  func oneWalk() async throws {
    for _ in 0..<StressChance.count(5, long: 500) {
      let fixture = try WalkFixture(pages: pageCount)
      let pager = try fixture.makePager()
      let walk = try fixture.walk(pager)
      let pulled = Notebook<Pull>()
      await inRounds(1, threads: 3) { _, _ in pullToEnd(walk) { pulled.note($0) } }
      expectAllPages(pulled.history, ends: 3)
      fixture.release(walk: walk)
      fixture.release(pager: pager)
      fixture.release()
    }
  }

  @Test("A descriptor that one thread asks for while another pulls shows what is left")
  func descriptor() async throws {
    for _ in 0..<StressChance.count(20, long: 5_000) {
      // The library's thread runs the callbacks. So only updates make the descriptor readable.
      let fixture = try WalkFixture(pages: 2, onThread: true, isHolding: true)
      let pager = try fixture.makePager()
      let walk = try fixture.walk(pager)
      let updates = try #require(try OperationObject.find(pointer(walk)).updates)
      fixture.answer()
      try await eventually("the first page is there") { updates.isReady }
      let pulled = Notebook<Pull>()
      let descriptor = Atomic<CInt>(-1)
      await inRounds(1, threads: 2) { _, thread in
        if thread == 0 {
          pulled.note(pull(walk, within: 0))
        } else {
          descriptor.store(fixture.descriptor(of: walk), ordering: .relaxed)
        }
      }
      let number = descriptor.load(ordering: .relaxed)
      #expect(pulled.history == [.page(1)])
      #expect(!isReadable(number), "the second page has not come")
      fixture.answer()
      try await eventually("the descriptor shows the second page") { isReadable(number) }
      #expect([pull(walk), pull(walk)] == [.page(2), .end])
      fixture.release(walk: walk)
      fixture.release(pager: pager)
      fixture.release()
    }
  }

  @Test("A descriptor that one thread asks for while the first page comes shows the page")
  func earlyDescriptor() async throws {
    for _ in 0..<StressChance.count(20, long: 5_000) {
      let fixture = try WalkFixture(pages: 1, onThread: true, isHolding: true)
      let pager = try fixture.makePager()
      let walk = try fixture.walk(pager)
      let descriptor = Atomic<CInt>(-1)
      await inRounds(1, threads: 2) { _, thread in
        if thread == 0 {
          fixture.answer()
        } else {
          descriptor.store(fixture.descriptor(of: walk), ordering: .relaxed)
        }
      }
      let number = descriptor.load(ordering: .relaxed)
      try await eventually("the descriptor shows the page") { isReadable(number) }
      #expect([pull(walk), pull(walk)] == [.page(1), .end])
      fixture.release(walk: walk)
      fixture.release(pager: pager)
      fixture.release()
    }
  }

  @Test("An event loop that begins while walks begin, and threads that pull the same walks, miss no page")
  func eventLoop() async throws {
    for _ in 0..<StressChance.count(5, long: 1_000) {
      let fixture = try WalkFixture(pages: pageCount)
      let pagers = try (0..<3).map { _ in try fixture.makePager() }
      // Only the loop pulls this one.
      let first = try fixture.walk(pagers[2])
      let walks = Notebook<WalkFixture.Key>()
      walks.note(first)
      let pulled = Notebook<Found>()
      let loop = try PullingLoop(of: fixture)
      await inRounds(1, threads: 3) { _, thread in
        guard thread < 2 else { return loop.run(untilEndOf: first) { pulled.note($0) } }
        guard let walk = try? fixture.walk(pagers[thread]) else { return }
        walks.note(walk)
        pullToEnd(walk) { pulled.note(Found(walk: walk, pull: $0)) }
      }
      let known = walks.history
      #expect(known.count == 3 && pulled.history.allSatisfy { known.contains($0.walk) })
      for walk in known { expectAllPages(pulled.history.filter { $0.walk == walk }.map(\.pull)) }
      // It may not know yet that the others have ended.
      for walk in fixture.takeTurn() { #expect(pull(walk, within: 0) == .end) }
      #expect(fixture.takeTurn() == [])
      for walk in known { fixture.release(walk: walk) }
      for pager in pagers { fixture.release(pager: pager) }
      fixture.release()
    }
  }

  @Test("Handles of a client that threads give back at once keep it until the last, and then end it once")
  func release() async throws {
    let count = StressChance.count(30, long: 10_000)
    let fixtures = try (0..<count).map { _ in try WalkFixture(pages: pageCount) }
    let handles = try fixtures.map { fixture in
      let pager = try fixture.makePager()
      return (pager: pager, walk: try fixture.walk(pager))
    }
    await inRounds(count, threads: 3) { round, thread in
      switch thread {
      case 0: fixtures[round].release()
      case 1: fixtures[round].release(pager: handles[round].pager)
      default: fixtures[round].release(walk: handles[round].walk)
      }
    }
    #expect(fixtures.allSatisfy { $0.endCount == 1 })
  }

  /// - Parameter ends: how many pulls learned the end; nil: at least one.
  private func expectAllPages(_ pulled: [Pull], ends: Int? = nil) {
    let pages = pulled.compactMap { if case .page(let number) = $0 { number } else { nil } }
    let endCount = pulled.count { $0 == .end }
    #expect(pages.sorted() == Array(1...pageCount))
    #expect(pulled.count == pages.count + endCount)
    if let ends { #expect(endCount == ends) } else { #expect(endCount > 0) }
  }
}

/// What came of a walk.
private struct Found: Sendable {
  let walk: WalkFixture.Key
  let pull: Pull
}

/// Pulls until the end, or a failure.
private func pullToEnd(_ walk: WalkFixture.Key, _ note: (Pull) -> Void) {
  while true {
    let pulled = pull(walk)
    note(pulled)
    guard case .page = pulled else { return }
  }
}

/// An event loop that pulls the walks which the client names.
private struct PullingLoop: Sendable {
  private let fixture: WalkFixture
  private let descriptor: CInt

  init(of fixture: WalkFixture) throws {
    self.fixture = fixture
    descriptor = try fixture.descriptor()
  }

  func run(untilEndOf last: WalkFixture.Key, _ note: (Found) -> Void) {
    var isOver = false
    while !isOver {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 20_000) == 1 else {
        Issue.record("the descriptor shows nothing")
        return
      }
      for walk in fixture.takeTurn() {
        var pulled = pull(walk, within: 0)
        while case .page = pulled {
          note(Found(walk: walk, pull: pulled))
          pulled = pull(walk, within: 0)
        }
        guard pulled != .nothing else { continue }
        note(Found(walk: walk, pull: pulled))
        isOver = isOver || walk == last
      }
    }
  }
}
