import Glibc
import PagerTransport
import Synchronization
import TestSupport
import Testing

@testable import PagerBytes

@Suite("The memory of large bodies", .timeLimit(.minutes(1)))
struct SpareMemoryTests {
  @Test("Memory that threads take and keep at once belongs to one of them at a time, as the last one left it")
  func oneTaker() async {
    let spare = SpareMemory()
    let wrong = Atomic(0)
    let reused = Atomic(0)
    await inRounds(StressChance.count(50, long: 50_000), threads: 3) { _, thread in
      for turn in 0..<10 {
        let taken = spare.take()
        guard let memory = taken?.memory ?? malloc(words * wordSize) else { continue }
        let numbers = memory.assumingMemoryBound(to: Int.self)
        // The first word is the size.
        let mark = thread * 10 + turn
        if taken != nil {
          reused.add(1, ordering: .relaxed)
          for word in 2..<words where numbers[word] != numbers[1] { wrong.add(1, ordering: .relaxed) }
        }
        for word in 1..<words { numbers[word] = mark }
        for word in 1..<words where numbers[word] != mark { wrong.add(1, ordering: .relaxed) }
        spare.keep(memory, size: words * wordSize)
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(reused.load(ordering: .relaxed) > 0)
    #expect(hasMemory(spare))
  }

  @Test("Memory that comes while another thread gives all back is not kept")
  func givenBack() async {
    let rounds = StressChance.count(100, long: 200_000)
    let spares = (0..<rounds).map { _ in SpareMemory() }
    // A large body has come.
    for spare in spares { #expect(!hasMemory(spare)) }
    await inRounds(rounds, threads: 2) { round, thread in
      guard thread == 0 else { return spares[round].giveBack() }
      for _ in 0..<10 {
        if let memory = malloc(64) { spares[round].keep(memory, size: 64) }
      }
    }
    #expect(spares.count(where: hasMemory) == 0)
  }

  @Test("Bodies whose sizes differ a little are collected in memory that the system has handed out before")
  func faults() throws {
    let spare = SpareMemory()
    let piece = [UInt8](repeating: 1, count: 16 << 10)
    func collect(_ count: Int) throws {
      // The macros cannot take a value that is not copyable.
      var collector = ByteCollector(spare: spare)
      var isRoom = collector.reserve(count)
      while isRoom, collector.count < count {
        isRoom = piece.prefix(count - collector.count).withUnsafeBytes { collector.append($0) }
      }
      let bytes = collector.finish()
      #expect(bytes?.count == count)
    }
    try collect(200_000)
    let before = try pageFaults()
    for page in 0..<100 { try collect(200_000 + page % 7 * 1_000) }
    // A body without kept memory takes 49 of the system's pages.
    #expect(try pageFaults() - before < 500)
    spare.giveBack()
    #expect(!hasMemory(spare))
  }

  @Test("Large bodies whose memory served the ones before come whole", .asksAServer)
  func received() async throws {
    let peer = try TransportPeer.shared.get()
    let transport = try CurlTransport(.to(endpoint: peer.http("/echo"), maxConnections: 2))
    try await withThrowingTaskGroup { group in
      for walker in 0..<2 {
        group.addTask {
          for page in 0..<StressChance.count(2, long: 300) {
            let letter = UInt8(ascii: "a") + UInt8((page * 2 + walker) % 26)
            let sent = [UInt8](repeating: letter, count: SpareMemory.smallest)
            let response = try await transport.post(String(decoding: sent, as: UTF8.self))
            // What was sent is the last member of the answer.
            let start = response.body.count - sent.count - #""}"#.utf8.count
            try #require(start > 0)
            let isWhole = response.body.withUnsafeBytes { bytes in
              bytes.baseAddress.map { memcmp($0 + start, sent, sent.count) } == 0
            }
            #expect(isWhole)
            #expect(response.body.spare != nil, "its memory goes to the next body")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(transport.shutdown(timeout: patience))
  }
}

/// How often this thread has touched memory that the system had not handed out.
private func pageFaults() throws -> Int {
  var usage = rusage()
  // RUSAGE_THREAD, which the module map does not show.
  try #require(getrusage(1, &usage) == 0)
  return usage.ru_minflt
}

// ThreadSanitizer sees the loads and stores of these words. It does not look at copies that the standard library makes.
private let words = 6
private let wordSize = MemoryLayout<Int>.size

/// Whether there is memory. It is not kept any more.
private func hasMemory(_ spare: SpareMemory) -> Bool {
  guard let (memory, _) = spare.take() else { return false }
  free(memory)
  return true
}
