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
