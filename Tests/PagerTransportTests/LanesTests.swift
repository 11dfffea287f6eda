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

  @Test func oneThatIsInUseAgainIsNotIdle() throws {
    var (lanes, second) = try lanes()
    second.ended()
    second.began()
    lanes.dropIdle(at: Deadline(afterMilliseconds: Lanes.patience * 2))
    #expect(lanes[second.number] === second)
  }
}
