import TestSupport
import Testing

@testable import PagerArrow

@Suite("The memory of a column, where some is refused")
struct RefusedMemoryTests {
  /// Which requests for memory are refused.
  enum Refusals: CaseIterable {
    case none, eachFirst, eachSecond, twoOfThree, afterTen

    @Sendable func refuses(_ number: Int) -> Bool {
      switch self {
      case .none: false
      case .eachFirst: number.isMultiple(of: 2)
      case .eachSecond: !number.isMultiple(of: 2)
      case .twoOfThree: !number.isMultiple(of: 3)
      case .afterTen: number >= 10
      }
    }
  }

  @Test("Bytes stay as they were appended, and within the memory, whatever is refused", arguments: Refusals.allCases)
  func keepsBytes(_ refusals: Refusals) {
    MemoryRefusals.during(refusals.refuses) {
      var generator = SeededGenerator(seed: 1)
      var memory = GrowingMemory(MemoryRefusals.reallocate)
      defer { memory.release() }
      var (model, grown) = ([UInt8](), 0)
      for number in 0..<2_000 {
        let bytes = (0..<Int.random(in: 1...40, using: &generator)).map { UInt8(truncatingIfNeeded: number + $0) }
        let count = memory.count
        if Bool.random(using: &generator) {
          if memory.appendZeros(bytes.count) { model += Array(repeating: 0, count: bytes.count) }
        } else if memory.reserve(bytes.count) {
          bytes.withUnsafeBufferPointer { memory.append($0) }
          model += bytes
        }
        if memory.count > count { grown += 1 }
        if number.isMultiple(of: 500) { memory.shrink() }
        #expect(memory.count == model.count)
        #expect(MemoryRefusals.size(of: memory.start) == memory.capacity)
        #expect(memory.capacity >= memory.count)
      }
      #expect(Array(UnsafeRawBufferPointer(start: memory.start, count: memory.count)) == model)
      #expect(grown == 2_000 || refusals == .afterTen || refusals == .twoOfThree)
      #expect(grown > 10)
    }
  }

  @Test("Bits stay as they were appended, whatever is refused", arguments: Refusals.allCases)
  func keepsBits(_ refusals: Refusals) {
    MemoryRefusals.during(refusals.refuses) {
      var generator = SeededGenerator(seed: 2)
      var bits = Bitmap(GrowingMemory(MemoryRefusals.reallocate))
      defer { bits.memory.release() }
      var model: [Bool] = []
      for _ in 0..<20_000 {
        let bit = Bool.random(using: &generator)
        if bits.append(bit) { model.append(bit) }
      }
      #expect(bits.count == model.count)
      #expect(model.indices.allSatisfy { bits[$0] == model[$0] })
      #expect(model.count > 2_000)
    }
  }
}
