import Foundation
import TestSupport

/// The chance in a stress test: random numbers out of one seed, which is printed.
///
/// `SWIFTPAGER_SEED` sets the seed; the calls are then the same again, though not their order among each other, which threads
/// decide. `SWIFTPAGER_LONG=1` makes the tests longer.
struct StressChance {
  let seed: UInt64

  init(_ test: String) {
    let environment = ProcessInfo.processInfo.environment
    seed = environment["SWIFTPAGER_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))
    print("\(test): SWIFTPAGER_SEED=\(seed)")
  }

  /// Random numbers, other ones for each index.
  func generator(_ index: Int = 0) -> SeededGenerator {
    SeededGenerator(seed: seed &* 0x1_0000_01B3 &+ UInt64(index))
  }

  static func count(_ usual: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment["SWIFTPAGER_LONG"] == "1" ? long : usual
  }
}
