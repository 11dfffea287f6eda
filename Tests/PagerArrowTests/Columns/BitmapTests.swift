import TestSupport
import Testing

@testable import PagerArrow

@Suite("The bits of a column")
struct BitmapTests {
  @Test("Bits stay as they were appended, one by one or many at once, also after some were removed", arguments: 1...20)
  func keepsBits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bitmap = Bitmap()
    var model: [Bool] = []
    defer { bitmap.memory.release() }
    for _ in 0..<200 {
      let bit = Bool.random(using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let times = Int.random(in: 0...20, using: &generator)
        let hasRoom = bitmap.append(bit, count: times)
        #expect(hasRoom)
        model += Array(repeating: bit, count: times)
      case 1:
        let left = Int.random(in: 0...model.count + 3, using: &generator)
        bitmap.truncate(to: left)
        model = Array(model.prefix(left))
      default:
        let hasRoom = bitmap.append(bit)
        #expect(hasRoom)
        model.append(bit)
      }
      #expect(bitmap.count == model.count)
      #expect((0..<model.count).map { bitmap[$0] } == model)
      // What is handed out ends with the byte of the last bit.
      #expect(bitmap.memory.count == (model.count + 7) / 8)
    }
  }
}

@Suite("Memory that grows")
struct GrowingMemoryTests {
  @Test("Bytes stay while memory grows, shrinks and is handed over")
  func keepsBytes() throws {
    var memory = GrowingMemory()
    #expect(memory.value(at: 0, as: UInt8.self) == nil)
    for number in 0..<1_000 {
      let hasRoom = memory.reserve(4)
      #expect(hasRoom)
      memory.append(Int32(number))
    }
    let hasZeros = memory.appendZeros(8)
    #expect(hasZeros)
    #expect(memory.count == 4_008)
    memory.shrink()
    #expect((0..<1_002).map { memory.value(at: $0, as: Int32.self) } == Array(0..<1_000) + [0, 0])
    let hasRoom = memory.reserve(1)
    #expect(hasRoom)
    memory.append(UInt8(7))
    #expect(memory.value(at: 4_008, as: UInt8.self) == 7)
    let taken = memory.handOver()
    let start = try #require(taken)
    defer { start.deallocate() }
    #expect(start.load(fromByteOffset: 4 * 999, as: Int32.self) == 999)
    #expect(memory.start == nil && memory.count == 0)
  }
}
