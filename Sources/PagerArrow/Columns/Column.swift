#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A column that is being filled: Arrow's buffers while they grow.
///
/// A plain struct in separate memory, accessed by pointer and freed by ``ColumnTree``: a reference-counted class would
/// cost more for each value than the value itself.
struct Column {
  enum Storage: UInt8 {
    case null
    case bool
    case int64
    case float64
    case string
    case json
    case emptyObject
    case date
    case timestamp
    case list
    case structure
  }

  var storage: Storage
  var timestamp = ColumnType.Timestamp(unit: .microseconds, isUTC: true)
  /// For a structure: whether members without a column are left out.
  var isSelection = false
  /// Whether a configuration says the type: then integers may be written with a fraction of zero.
  let isGiven: Bool
  /// Of integers: whether one was beyond 2⁵³.
  var hasLarge = false

  /// How many values there are. A member's column may have fewer values than its structure: the rest is null.
  var count = 0
  var nullCount = 0
  /// Which values are there; empty as long as all are.
  var validity = Bitmap()
  /// The bits of booleans.
  var bits = Bitmap()
  /// Numbers, or the ends of texts and lists.
  var values = GrowingMemory()
  var text = GrowingMemory()

  /// The columns of a structure's members, or the one of a list's elements.
  var children: UnsafeMutablePointer<Column>?
  var childCount = 0
  /// The key of a member.
  var key = GrowingMemory()

  init(storage: Storage, isGiven: Bool) {
    self.storage = storage
    self.isGiven = isGiven
  }

  @inline(__always)
  func hasKey(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard key.count == other.count else { return false }
    guard let start = key.start, let bytes = other.baseAddress else { return true }
    return memcmp(start, bytes, other.count) == 0
  }

  /// The number of bytes of one value among the values; 0 if there are none.
  var width: Int {
    switch storage {
    case .int64, .float64, .timestamp: 8
    case .date: 4
    case .null, .bool, .string, .json, .emptyObject, .list, .structure: 0
    }
  }

  /// Whether the values are ends of texts or lists; there is one more of them than texts or lists.
  var hasOffsets: Bool {
    switch storage {
    case .string, .json, .emptyObject, .list: true
    case .null, .bool, .int64, .float64, .date, .timestamp, .structure: false
    }
  }
}

/// The result of putting a value into a column.
enum PutResult {
  case done
  /// The column's type does not hold the value.
  case mismatch
  case noMemory
  /// Arrow counts the text of one column in 31 bits.
  case full
}

/// A column of structures, with all below it: what rows are put into.
final class ColumnTree {
  let root: UnsafeMutablePointer<Column>

  /// Nil: there is not enough memory.
  init?(_ fields: [ColumnField], isSelection: Bool, isGiven: [Bool]) {
    guard let memory = malloc(MemoryLayout<Column>.stride) else { return nil }
    root = memory.bindMemory(to: Column.self, capacity: 1)
    root.initialize(to: Column(storage: .structure, isGiven: false))
    root.pointee.isSelection = isSelection
    guard root.pointee.makeChildren(fields, isGiven: isGiven) else { return nil }
  }

  deinit {
    root.pointee.release()
    free(root)
  }
}

extension Column {
  /// An empty column of a type. Nil: there is not enough memory.
  init?(_ type: ColumnType, isGiven: Bool) {
    self.init(storage: Storage(type), isGiven: isGiven)
    switch type {
    case .timestamp(let timestamp): self.timestamp = timestamp
    case .list(let element):
      guard makeChildren([ColumnField(name: "item", type: element)], isGiven: [isGiven]) else { return nil }
    case .structure(let structure):
      isSelection = structure.isSelection
      guard makeChildren(structure.fields, isGiven: structure.fields.map { _ in isGiven }) else { return nil }
    default: break
    }
    if hasOffsets {
      guard values.reserve(4) else {
        release()
        return nil
      }
      values.append(Int32(0))
    }
  }

  /// Makes the columns below. False if there is not enough memory; it then makes none.
  fileprivate mutating func makeChildren(_ fields: [ColumnField], isGiven: [Bool]) -> Bool {
    guard let memory = malloc(max(1, fields.count) * MemoryLayout<Column>.stride) else { return false }
    let children = memory.bindMemory(to: Column.self, capacity: fields.count)
    self.children = children
    for (field, isGiven) in zip(fields, isGiven) {
      guard var child = Column(field.type, isGiven: isGiven) else {
        release()
        return false
      }
      var name = field.name
      let isNamed = name.withUTF8 { utf8 in
        guard child.key.reserve(utf8.count) else { return false }
        child.key.append(utf8)
        return true
      }
      (children + childCount).initialize(to: child)
      childCount += 1
      guard isNamed else {
        release()
        return false
      }
    }
    return true
  }

  /// Gives all memory back.
  mutating func release() {
    for index in 0..<childCount { children?[index].release() }
    free(children)
    children = nil
    childCount = 0
    validity.memory.release()
    bits.memory.release()
    values.release()
    text.release()
    key.release()
  }
}

extension Column.Storage {
  init(_ type: ColumnType) {
    switch type {
    case .null: self = .null
    case .bool: self = .bool
    case .int64: self = .int64
    case .float64: self = .float64
    case .string: self = .string
    case .json: self = .json
    case .emptyObject: self = .emptyObject
    case .date: self = .date
    case .timestamp: self = .timestamp
    case .list: self = .list
    case .structure: self = .structure
    }
  }
}
