import PagerThreads
import Testing

@testable import PagerTransport

@Suite("Lanes come as transfers do, and go some time after their last one")
struct LanesTests {
  /// Lanes of which the first is full, and the second has had one transfer.
  private func lanes() throws -> (Lanes, Lane) {
    CurlLibrary.start()
    let poll = try EventPoll()
    var lanes = try Lanes(poll: poll, connections: IdleConnections(poll))
    let first = try lanes.withRoom()
    while !first.isFull { first.began() }
    let second = try lanes.withRoom()
    #expect(second !== first)
    second.began()
    return (lanes, second)
  }

  @Test func anIdleOneGoesOnceItsTimeIsOver() throws {
    var (lanes, second) = try lanes()
    lanes.dropIdle(at: Deadline(afterMilliseconds: Lanes.patience * 2))
    #expect(lanes[second.number] === second, "it is not idle")
    second.ended()
    lanes.dropIdle()
    lanes.dropIdle(at: Deadline(afterMilliseconds: Lanes.patience / 2))
    #expect(lanes[second.number] === second, "its connections may still be of use")
    lanes.dropIdle(at: Deadline(afterMilliseconds: Lanes.patience * 2))
    #expect(lanes[second.number] == nil)
    #expect(lanes[0] != nil)
  }

  @Test func theFirstOneStays() throws {
    var (lanes, second) = try lanes()
    let first = try #require(lanes[0])
    for _ in 0..<100 { first.ended() }
    lanes.dropIdle(at: Deadline(afterMilliseconds: Lanes.patience * 2))
    #expect(lanes[0] === first && lanes[second.number] === second)
  }

  @Test("with a limit, lanes take as many transfers as they may have connections", arguments: [1, 99, 100, 101, 250])
  func limit(count: Int) throws {
    CurlLibrary.start()
    let poll = try EventPoll()
    var lanes = try Lanes(poll: poll, connections: IdleConnections(poll), maxConnections: count)
    var begun = 0
    while lanes.hasRoom, begun <= count {
      try lanes.withRoom().began()
      begun += 1
    }
    #expect(begun == count)
    try lanes.withRoom().ended()
    #expect(lanes.hasRoom)
    try lanes.withRoom().began()
    #expect(!lanes.hasRoom)
    // Each connection carries more once the server has answered over HTTP/2, but there are not more connections.
    lanes.serverMultiplexes = true
    #expect(lanes.hasRoom)
    let first = try #require(lanes[0])
    while !first.isFull { first.began() }
    #expect(first.count == min(count, 100) * 100)
    lanes.serverMultiplexes = false
    #expect(first.isFull)
  }

  @Test func aLaneThatGoesGivesItsConnectionsBack() throws {
    CurlLibrary.start()
    let poll = try EventPoll()
    var lanes = try Lanes(poll: poll, connections: IdleConnections(poll), maxConnections: 150)
    for _ in 0..<150 { try lanes.withRoom().began() }
    let second = try #require(lanes[1])
    #expect(second.count == 50 && !lanes.hasRoom)
    for _ in 0..<50 { second.ended() }
    lanes.dropIdle(at: Deadline(afterMilliseconds: Lanes.patience * 2))
    #expect(lanes[1] == nil && lanes.hasRoom)
    try lanes.withRoom().began()
    #expect(lanes[2]?.count == 1)
  }

  @Test func oneThatIsInUseAgainIsNotIdle() throws {
    var (lanes, second) = try lanes()
    second.ended()
    second.began()
    lanes.dropIdle(at: Deadline(afterMilliseconds: Lanes.patience * 2))
    #expect(lanes[second.number] === second)
  }
}
