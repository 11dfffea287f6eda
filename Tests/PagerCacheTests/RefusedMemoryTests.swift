import PagerBytes
import TestSupport
import Testing

@testable import PagerCache

@Suite("A cache for which there is no memory")
struct RefusedMemoryTests {
  private static let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)

  /// A response of 60,000 bytes, for which memory is asked some ten times.
  private func written(_ refuses: @escaping @Sendable (_ number: Int) -> Bool) -> ReceivedBytes? {
    MemoryRefusals.during(refuses) {
      let text = ResponseText(MemoryRefusals.reallocate)
      for _ in 0..<60 { text.append(contentsOf: Self.piece) }
      return text.finish()
    }
  }

  @Test("gives a response whole")
  func whole() {
    #expect(written { _ in false }?.bytes.count == 60_000)
  }

  @Test("gives no part of a response, whenever memory is refused", arguments: 0..<6)
  func refused(number: Int) {
    #expect(written { $0 >= number && $0 < number + 2 } == nil)
  }

  @Test("does not have a response to give, and says why")
  func miss() {
    #expect(CacheMiss.outOfMemory.error == .outOfMemory)
    #expect(CacheMiss.outOfMemory.message.contains("not enough memory"))
  }
}
