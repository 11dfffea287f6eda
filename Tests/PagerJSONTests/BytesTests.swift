import PagerBytes
import TestSupport
import Testing

@Suite("Received bytes are collected and padded")
struct BytesTests {
  static func collected(_ pieces: [[UInt8]], reserve: Int = 0) -> ReceivedBytes? {
    var collector = ByteCollector()
    guard collector.reserve(reserve) else { return nil }
    for piece in pieces {
      guard piece.withUnsafeBytes({ collector.append($0) }) else { return nil }
    }
    return collector.finish()
  }

  @Test("Pieces of any size are joined in order", arguments: [0, 1, 63, 64, 4_032, 4_033, 100_000])
  func joined(size: Int) throws {
    let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    for reserve in [0, 10, size * 3] {
      let bytes = try #require(Self.collected([piece, [], [1, 2, 3], piece], reserve: reserve))
      #expect(bytes.bytes.elementsEqual(piece + [1, 2, 3] + piece))
      #expect(bytes.count == 2 * size + 3)
    }
  }

  @Test("The padding is zero", arguments: [0, 1, 5_000])
  func padding(size: Int) throws {
    let body = [UInt8](repeating: 0xFF, count: size)
    for bytes in [ReceivedBytes.copying(body), try #require(Self.collected([body], reserve: size))] {
      let start = try #require(bytes.bytes.baseAddress)
      let padded = UnsafeRawBufferPointer(start: start, count: size + ReceivedBytes.padding)
      #expect(padded.dropFirst(size).allSatisfy { $0 == 0 })
      #expect(padded.prefix(size).allSatisfy { $0 == 0xFF })
    }
  }

  @Test("Bytes stay as they came where there is no memory for room to grow", arguments: [1, 700, 5_000])
  func noRoomToGrow(size: Int) throws {
    let pieces = (0..<60).map { [UInt8](repeating: UInt8($0), count: size) }
    let bytes = MemoryRefusals.ofEachFirst {
      var collector = ByteCollector(MemoryRefusals.reallocate)
      let isRoom = pieces.allSatisfy { $0.withUnsafeBytes { collector.append($0) } }
      return isRoom ? collector.finish() : nil
    }
    #expect(try #require(bytes).bytes.elementsEqual(pieces.joined()))
  }

  @Test("More than there is memory for is an answer, and what was collected stays")
  func outOfMemory() throws {
    var collector = ByteCollector()
    // The macros cannot take a value apart that is not copyable, so answers are gathered first.
    var answers = [([1, 2, 3] as [UInt8]).withUnsafeBytes { collector.append($0) }]
    for impossible in [Int.max, Int.max - 10, 1 << 60] {
      answers.append(collector.reserve(impossible))
    }
    answers.append(collector.reserve(-1))
    let count = collector.count
    let bytes = collector.finish()
    #expect(answers == [true, false, false, false, true])
    #expect(count == 3)
    #expect(bytes?.bytes.elementsEqual([1, 2, 3]) == true)
  }
}
