import Testing

@testable import PagerLists

/// Pages of a server that can send so many items at most, as `PageSizes` asks for them.
private struct Server {
  var largest: Int
  var sizes = PageSizes()
  /// The number of items of each request.
  var requests: [Int] = []

  /// Loads a page, and halves it until the server sends it.
  mutating func load(of full: Int) {
    let first = sizes.next()
    var size = first
    requests.append(full >> size)
    while full >> size > largest {
      size += 1
      requests.append(full >> size)
    }
    sizes.came(size, after: size - first)
  }

  /// How many requests the server refused.
  var refused: Int { requests.count { $0 > largest } }
}

@Suite("The sizes of pages that may be too much for a server")
struct PageSizesTests {
  private func load(_ pages: Int, of full: Int = 100, _ server: inout Server) {
    for _ in 0..<pages { server.load(of: full) }
  }

  @Test("After two refusals the size stays at half of theirs, but for one try every 20 pages")
  func ceiling() {
    var server = Server(largest: 30)
    load(2, &server)
    #expect(server.requests == [100, 50, 25, 50, 25])
    load(20, &server)
    #expect(server.requests.dropFirst(5) == Array(repeating: 25, count: 20)[...])
    server.requests = []
    load(21, &server)
    #expect(server.requests == [50, 25] + Array(repeating: 25, count: 19) + [50, 25])
    load(1000 - 43, &server)
    #expect(server.refused <= 1000 / 20 + 3)
  }

  @Test("After one refusal the page size doubles again while that succeeds")
  func once() {
    var server = Server(largest: 30)
    load(1, &server)
    server.largest = 100
    load(3, &server)
    #expect(server.requests == [100, 50, 25, 50, 100, 100])
  }

  @Test("Tries find out, size by size, that the server can do more again")
  func recovery() {
    var server = Server(largest: 30)
    load(2, &server)
    server.largest = 100
    server.requests = []
    load(45, &server)
    let expected = Array(repeating: 25, count: 20) + Array(repeating: 50, count: 21) + Array(repeating: 100, count: 4)
    #expect(server.requests == expected)
    // What was refused long ago does not count any more: one refusal is one.
    server.largest = 50
    server.requests = []
    load(2, &server)
    #expect(server.requests == [100, 50, 100, 50])
    load(5, &server)
    #expect(server.requests.suffix(5) == [50, 50, 50, 50, 50])
  }

  @Test("Only one of several parallel requests tries a larger size, and all refusals count")
  func sideBySide() {
    var sizes = PageSizes()
    // Four requests are under way, and each of them is refused twice.
    let first = (0..<4).map { _ in sizes.next() }
    #expect(first == [0, 0, 0, 0])
    for _ in first { sizes.came(2, after: 2) }
    #expect((0..<4).map { _ in sizes.next() } == [2, 2, 2, 2])
    for _ in 0..<20 { sizes.came(2, after: 0) }
    #expect((0..<4).map { _ in sizes.next() } == [1, 2, 2, 2])
  }

  @Test("A page of a single item stays one")
  func least() {
    var server = Server(largest: 1)
    load(3, of: 8, &server)
    #expect(server.requests == [8, 4, 2, 1, 2, 1, 1])
  }
}
