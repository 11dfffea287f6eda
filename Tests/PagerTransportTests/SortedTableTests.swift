import TestSupport
import Testing

@testable import PagerTransport

@Suite("A sorted table has what a dictionary has")
struct SortedTableTests {
  @Test("Values come, change and go", arguments: 1...10)
  func likeADictionary(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (table, model) = (SortedTable<Int32, Int>(), [Int32: Int]())
    for step in 0..<1_000 {
      let socket = Int32.random(in: 0..<12, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: #expect(table.remove(socket) == model.removeValue(forKey: socket))
      default:
        table.put(step, for: socket)
        model[socket] = step
      }
      for socket in Int32(0)..<12 { #expect(table[socket] == model[socket]) }
      #expect(table.keys == model.keys.sorted() && table.values == model.keys.sorted().map { model[$0] })
      #expect(table.isEmpty == model.isEmpty)
    }
  }

  @Test("A value that is nil is there")
  func aValueOfNil() {
    var table = SortedTable<Int32, Int?>()
    table.put(nil, for: 3)
    #expect(table[3] != nil && table[4] == nil)
    let taken = table.remove(3)
    #expect(taken != nil && table[3] == nil)
  }
}

@Suite("Near ends of connections")
struct NearEndTests {
  private func end(_ address: String, _ port: Int32) -> IdleConnections.NearEnd {
    address.withCString { IdleConnections.NearEnd($0, port: port) }
  }

  @Test func theyDifferByAddressAndPort() {
    #expect(end("127.0.0.1", 4000) == end("127.0.0.1", 4000))
    #expect(end("127.0.0.1", 4000) != end("127.0.0.1", 4001))
    #expect(end("127.0.0.1", 4000) != end("127.0.0.2", 4000))
    #expect(end("::1", 4000) != end("127.0.0.1", 4000))
  }

  @Test("A connection is found by its near end until its socket closes")
  func listed() throws {
    let connections = IdleConnections(try EventPoll())
    let ends = (0..<40).map { end("10.0.0.\($0 % 7)", Int32(1_000 + $0)) }
    for (index, end) in ends.enumerated() { connections.insert(Int32(500 + index), end) }
    for (index, end) in ends.enumerated() { #expect(connections.socket(of: end) == Int32(500 + index)) }
    #expect(connections.socket(of: end("10.0.0.1", 1)) == nil)
    connections.insert(900, ends[3])
    #expect(connections.socket(of: ends[3]) == 900)
  }
}
