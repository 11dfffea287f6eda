import Foundation  // ProcessInfo

/// The chance in a stress test: random numbers out of one seed, which is printed.
///
/// `SWIFTPAGER_SEED` sets the seed. Each task then makes the same calls again; how tasks interleave is still up to the
/// threads. `SWIFTPAGER_LONG=1` makes the tests longer.
package struct StressChance: CustomStringConvertible {
  package let seed: UInt64

  /// What repeats it.
  package var description: String { "SWIFTPAGER_SEED=\(seed)" }

  package init(_ test: String) {
    let environment = ProcessInfo.processInfo.environment
    seed = environment["SWIFTPAGER_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))
    print("\(test): \(self)")
  }

  /// Random numbers, other ones for each index.
  package func generator(_ index: Int = 0) -> SeededGenerator {
    SeededGenerator(seed: seed &* 0x1_0000_01B3 &+ UInt64(index))
  }

  package static func count(_ usual: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment["SWIFTPAGER_LONG"] == "1" ? long : usual
  }
}
