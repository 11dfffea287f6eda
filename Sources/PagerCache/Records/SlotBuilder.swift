/// The slots of a chunk while they are being filled.
struct SlotBuilder {
  private(set) var slots: ContiguousArray<PackedSlot> = []
  private(set) var shapes: [Shape] = []
  private var numbers: [ObjectIdentifier: UInt32] = [:]

  /// Makes room for slots that follow each other; nil if there are too many.
  mutating func reserve(_ count: Int) -> UInt32? {
    guard let start = UInt32(exactly: slots.count), slots.count + count <= Int(UInt32.max) else { return nil }
    slots.append(contentsOf: repeatElement(PackedSlot(.missing), count: count))
    return start
  }

  mutating func set(_ slot: Slot, at index: UInt32) {
    slots[Int(index)] = PackedSlot(slot)
  }

  /// The slots without spare capacity, which a chunk would otherwise keep.
  var exactSlots: ContiguousArray<PackedSlot> {
    guard slots.capacity - slots.count > slots.count / 8 else { return slots }
    var exact: ContiguousArray<PackedSlot> = []
    exact.reserveCapacity(slots.count)
    exact.append(contentsOf: slots)
    return exact
  }

  /// The number of a shape. Mostly it is among the first.
  mutating func number(of shape: Shape) -> UInt32 {
    if let index = shapes.prefix(8).firstIndex(where: { $0 === shape }) { return UInt32(truncatingIfNeeded: index) }
    if let number = numbers[ObjectIdentifier(shape)] { return number }
    let number = UInt32(truncatingIfNeeded: shapes.count)
    shapes.append(shape)
    numbers[ObjectIdentifier(shape)] = number
    return number
  }
}
