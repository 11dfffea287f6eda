/// The slots of a chunk while they are being filled.
struct SlotBuilder {
  private(set) var slots: ContiguousArray<PackedSlot> = []
  private(set) var shapes: [Shape] = []

  /// Makes room for slots that follow each other; nil where there are too many.
  mutating func reserve(_ count: Int) -> UInt32? {
    guard let start = UInt32(exactly: slots.count), slots.count + count <= Int(UInt32.max) else { return nil }
    for _ in 0..<count { slots.append(PackedSlot(.missing)) }
    return start
  }

  mutating func set(_ slot: Slot, at index: UInt32) {
    slots[Int(index)] = PackedSlot(slot)
  }

  /// The number of a shape. Mostly it is among the last.
  mutating func number(of shape: Shape) -> UInt32 {
    let index = shapes.lastIndex { $0 === shape } ?? shapes.endIndex
    if index == shapes.endIndex { shapes.append(shape) }
    return UInt32(truncatingIfNeeded: index)
  }
}
