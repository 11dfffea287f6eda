import TestSupport
import Testing

@testable import PagerTransport

@Suite("The memory of a request's body")
struct RequestBufferTests {
  /// Loads bodies of these sizes, one after the other; nil stands for one that found no memory.
  private func loaded(_ sizes: [Int], _ refuses: @escaping @Sendable (_ number: Int) -> Bool) -> [Int?] {
    MemoryRefusals.during(refuses) {
      var buffer = RequestBuffer(MemoryRefusals.reallocate)
      return sizes.map { size in
        let body = [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size)
        guard let bytes = try? buffer.load(body), MemoryRefusals.size(of: bytes.baseAddress) >= size else { return nil }
        return bytes.elementsEqual(body) ? bytes.count : nil
      }
    }
  }

  @Test("is as large as each body needs")
  func sizes() {
    #expect(loaded([10, 5000, 100_000, 10], { _ in false }) == [10, 5000, 100_000, 10])
  }

  @Test("is asked for anew after the system has refused it")
  func refused() {
    #expect(loaded([10, 5000, 4000, 100_000, 20], { $0 == 1 }) == [10, nil, 4000, 100_000, 20])
    #expect(loaded([10, 10], { $0 == 0 }) == [nil, 10])
  }
}
