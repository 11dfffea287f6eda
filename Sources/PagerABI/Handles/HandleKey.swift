/// What a handle's bits mean.
///
/// From the lowest on: a 1, which no address of an object has; 28 bits of slot; 27 of uses; 6 of the process; a 1 and a
/// 0. The last two because Go ends a program that holds a small number or an address of its own heap as a pointer, and
/// because elsewhere the highest bit of a pointer is taken for a sign.
struct HandleKey {
  static let largestSlot = 0xfff_ffff
  static let largestUses: UInt32 = 0x7ff_ffff
  private static let largestGeneration: UInt32 = 0x3f

  let slot: Int
  let uses: UInt32
  /// The lowest bits of the process's generation.
  private let generation: UInt32

  init(slot: Int, uses: UInt32, generation: UInt32) {
    self.slot = slot
    self.uses = uses
    self.generation = generation & Self.largestGeneration
  }

  init?(_ pointer: OpaquePointer?) {
    let bits = UInt64(UInt(bitPattern: pointer))
    guard bits & 1 == 1, bits >> 62 == 1 else { return nil }
    slot = Int(bits >> 1) & Self.largestSlot
    uses = UInt32(truncatingIfNeeded: bits >> 29) & Self.largestUses
    generation = UInt32(truncatingIfNeeded: bits >> 56) & Self.largestGeneration
  }

  func isOf(_ generation: UInt32) -> Bool { self.generation == generation & Self.largestGeneration }

  var pointer: OpaquePointer? {
    let bits = 1 << 62 | UInt64(generation) << 56 | UInt64(uses) << 29 | UInt64(slot) << 1 | 1
    return OpaquePointer(bitPattern: UInt(truncatingIfNeeded: bits))
  }
}
