import TestSupport
import Testing

@testable import PagerState

@Suite("A set of fingerprints has what a set has")
struct FingerprintSetTests {
  @Test("Values that share a place, zero among them, come and go", arguments: 1...20)
  func likeASet(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (known, model) = (FingerprintSet(), Set<UInt64>())
    // Few values: each comes and goes many times, and most have a neighbour.
    let values = (0..<UInt64(40)).map { $0 % 2 == 0 ? $0 : $0 << 56 }
    for _ in 0..<2_000 {
      guard let value = values.randomElement(using: &generator) else { continue }
      if generator.chance(2, of: 5) {
        known.remove(value)
        model.remove(value)
      } else {
        let isNew = known.insert(value)
        #expect(isNew == model.insert(value).inserted)
      }
      for value in values { #expect(known.contains(value) == model.contains(value)) }
    }
  }

  @Test func itGrows() {
    var known = FingerprintSet()
    for value in 0..<UInt64(5_000) {
      let isNew = known.insert(value &* 0x9e37_79b9_7f4a_7c15)
      #expect(isNew)
    }
    for value in 0..<UInt64(5_000) { #expect(known.contains(value &* 0x9e37_79b9_7f4a_7c15)) }
    #expect(!known.contains(1))
  }
}
