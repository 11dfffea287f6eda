/// What an object keeps for one field, or a list for one element: one word.
///
/// The places are in the slot's own ``Chunk``.
enum Slot: Hashable {
  /// How deep objects and lists may nest in one record. Documents nest less deeply. A walk of the values recurses, and
  /// a thread that calls from C may have a stack of 64 KiB.
  static let deepest = 64

  /// Nothing was received for the field.
  case missing
  /// A value without selected fields, as it was received.
  case text(start: UInt32, count: UInt32)
  /// An object with a key, which is a separate record.
  case record(UInt32)
  /// An object without a key: its slots follow each other, in the order of a shape.
  case object(start: UInt32, shape: UInt32)
  /// A list: its elements' slots follow each other.
  case list(start: UInt32, count: UInt32)
}

/// A slot in 64 bits: three for its kind, 32 for a place, 29 for a number.
struct PackedSlot: Hashable {
  /// Beyond it a value is too large to be kept.
  static let largestNumber: UInt32 = (1 << 29) - 1

  private let word: UInt64

  init(_ slot: Slot) {
    switch slot {
    case .missing: word = 0
    case .text(let start, let count): word = Self.word(1, start, count)
    case .record(let index): word = Self.word(2, index, 0)
    case .object(let start, let shape): word = Self.word(3, start, shape)
    case .list(let start, let count): word = Self.word(4, start, count)
    }
  }

  private static func word(_ kind: UInt64, _ place: UInt32, _ number: UInt32) -> UInt64 {
    guard number <= largestNumber else { return 0 }
    return kind << 61 | UInt64(number) << 32 | UInt64(place)
  }

  var slot: Slot {
    let place = UInt32(truncatingIfNeeded: word)
    let number = UInt32(truncatingIfNeeded: word >> 32) & Self.largestNumber
    switch word >> 61 {
    case 1: return .text(start: place, count: number)
    case 2: return .record(place)
    case 3: return .object(start: place, shape: number)
    case 4: return .list(start: place, count: number)
    default: return .missing
    }
  }
}

/// The keys of an object's fields, in the order of its slots: shared by all objects of one selection.
final class Shape: Sendable {
  /// For a record that is one field.
  static let none = Shape([])

  let names: [String]
  /// Whether a field is present under several aliases, which may select different parts of its objects.
  let hasDuplicates: Bool

  /// The places of the fields, if there are many.
  private let places: [String: Int]

  init(_ names: [String]) {
    self.names = names
    places = names.count < 32 ? [:] : Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    hasDuplicates = Set(names).count < names.count
  }

  /// The place of a field; nil if objects of this shape do not have it.
  ///
  /// - Parameter guess: its place in objects that the same selection wrote.
  func index(of name: String, guess: Int) -> Int? {
    if guess < names.count, names[guess] == name { return guess }
    return places.isEmpty ? names.firstIndex(of: name) : places[name]
  }
}

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
