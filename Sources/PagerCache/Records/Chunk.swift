import PagerBytes

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// What was received at once: its bytes, and the slots of all objects in it.
///
/// Records are slices of chunks. A chunk stays until its last record is overwritten or evicted; a chunk with little
/// left is compacted.
final class Chunk {
  let bytes: ReceivedBytes
  /// When it was received, in milliseconds since 1970.
  let received: Int64
  /// The number of the table's write that made it; 0 for one loaded from an archive.
  let write: UInt64
  private let slots: ContiguousArray<PackedSlot>
  private let shapes: [Shape]
  /// The records that were written with it.
  private(set) var owners: [UInt32] = []
  /// How many layers of records still use this chunk.
  private(set) var layerCount = 0
  private var isLoosened = false

  init(_ bytes: ReceivedBytes, received: Int64, write: UInt64, _ content: SlotBuilder) {
    self.bytes = bytes
    self.received = received
    self.write = write
    slots = content.exactSlots
    shapes = content.shapes
  }

  /// Whether so little of it is in use that the rest should move to a new chunk.
  var isMostlyUnused: Bool {
    layerCount > 0 && bytes.count > 4096 && layerCount * 4 < owners.count
  }

  func slot(at index: UInt32) -> Slot { slots[Int(index)].slot }
  func shape(_ index: UInt32) -> Shape { shapes[Int(index)] }

  /// The text of a value.
  func text(_ start: UInt32, _ count: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes.bytes[Int(start)..<Int(start) + Int(count)])
  }

  func addLayer(of record: UInt32) {
    owners.append(record)
    layerCount += 1
  }

  func dropLayer() {
    layerCount -= 1
  }

  /// Notes that little may be left of it. Returns whether that is new.
  func loosen() -> Bool {
    defer { isLoosened = true }
    return !isLoosened
  }

  /// Returns whether little is really left of it.
  func tighten() -> Bool {
    isLoosened = false
    return isMostlyUnused
  }
}

/// The value of a record as one chunk has it.
struct Layer {
  let chunk: Chunk
  let slot: Slot

  /// The object's fields, if the value is an object.
  var object: (start: UInt32, shape: Shape)? {
    guard case .object(let start, let shape) = slot else { return nil }
    return (start, chunk.shape(shape))
  }

  /// The object's value for a field; nil if it does not have the field.
  func field(_ name: String, guess: Int) -> Layer? {
    guard let (_, shape) = object, let index = shape.index(of: name, guess: guess) else { return nil }
    return member(index)
  }

  /// The value of the field at a place of the object's shape; nil if nothing was received for it.
  func member(_ index: Int) -> Layer? {
    guard case .object(let start, _) = slot else { return nil }
    let slot = chunk.slot(at: start + UInt32(truncatingIfNeeded: index))
    return slot == .missing ? nil : Layer(chunk: chunk, slot: slot)
  }

  /// All values of a field that the object has under several aliases.
  func fields(_ name: String) -> [Layer] {
    guard let (_, shape) = object else { return [] }
    return shape.names.indices.filter { shape.names[$0] == name }.compactMap { member($0) }
  }

  /// Whether fields of the object are there under several aliases.
  var hasDuplicates: Bool { object?.shape.hasDuplicates ?? false }

  /// An element of a list.
  func element(_ start: UInt32, _ index: UInt32) -> Layer {
    Layer(chunk: chunk, slot: chunk.slot(at: start + index))
  }

  /// The text of a value without fields; nil for others.
  var text: UnsafeRawBufferPointer? {
    guard case .text(let start, let count) = slot else { return nil }
    return chunk.text(start, count)
  }

  var isNull: Bool { text?.elementsEqual("null".utf8) ?? false }
}

/// The time of day: a file's times must be valid in another process.
package enum WallClock {
  /// Since 1970; `clock_gettime(2)`.
  package static var milliseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
