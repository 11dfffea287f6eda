import PagerJSON

/// The changes of a table that its archive does not have.
struct UnsavedChanges {
  /// The records that were written, each once, in their order.
  var records: [UInt32] = []
  /// Whether the archive is saving some of them.
  var isSaving = false
  /// The keys of records that were evicted, with their fields.
  var evicted: Set<String> = []
  /// Whether all records were evicted before these changes.
  var isCleared = false
  /// The last of the table's writes.
  var write: UInt64 = 0
  /// The last of the writes that are in the archive.
  var savedWrite: UInt64 = 0
  /// Counts how often another process has changed the archive. Values loaded before that are loaded again.
  var epoch: UInt32 = 1
  /// The records of which a field with arguments is one.
  var parents: [UInt32: UInt32] = [:]
  /// Of records that were loaded.
  let shapes = ShapePool()
  /// Reads records that are loaded. Around a value that came as deep as values may, `RecordText` puts a mark, and the
  /// file a list of layers and the pair of one.
  let reader = JSONReader(memory: SpareReader.memory, wrapping: 3)
}

/// Changes on their way into an archive.
struct SavedChanges {
  struct Record {
    let index: UInt32
    let stored: StoredRecord
    /// Whether these are all its values: they cover the archive's values.
    let isWhole: Bool
    /// Whether memory has more below the written part. It is not known whether the archive still has that.
    let isMixed: Bool
  }

  let isCleared: Bool
  let evicted: Set<String>
  let records: [Record]
  /// The records that were used and not written, the latest last.
  let used: [String]
  let facts: [TypeFact]
  let write: UInt64
}

/// The shapes of the objects that were loaded last: most have the fields of another.
final class ShapePool {
  private var shapes: [Shape] = []
  private var next = 0
  private static let size = 16

  func shape(_ names: [String]) -> Shape {
    if let known = shapes.first(where: { $0.names == names }) { return known }
    let made = Shape(names)
    if shapes.count < Self.size { shapes.append(made) } else { shapes[next] = made }
    next = (next + 1) % Self.size
    return made
  }
}
