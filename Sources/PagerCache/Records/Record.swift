/// One entry of the table: an object with a key, or a field with arguments of one.
struct Record {
  /// `Product:17`, `QUERY_ROOT`, `QUERY_ROOT.products(first:100)`.
  let key: String
  /// What was written last; nil: the record is only referred to, or was evicted.
  var latest: Layer?
  /// Whether an archive does not have its newest value.
  var isUnsaved = false
  /// Whether it was used since an archive last got the order of use.
  var isTouched = false
  /// The table's count of changes at its newest change.
  var changed: UInt32 = 0
  /// Since when it is all that an archive has of it too, in the table's count of epochs.
  var epoch: UInt32 = 0
  /// The first of its watches; 0: there is none.
  var watch: UInt32 = 0
  /// Its neighbours in the order of use.
  var older: UInt32 = .max
  var newer: UInt32 = .max

  /// Writes a value. Returns the one before.
  mutating func replace(by layer: Layer) -> Layer? { exchange(&latest, with: layer) }

  /// Returns whether there is a watch.
  mutating func noteChange(_ count: UInt32) -> Bool {
    changed = count
    return watch != 0
  }
}

/// What few records have.
struct RecordExtras {
  /// What was written before and has fields that the latest has not, the newest first.
  var earlier: [Layer] = []
  /// The values that show until the answers of mutations, the newest first.
  var optimistic: [(mutation: UInt64, layer: Layer)] = []
  /// Further watches.
  var watches: [UInt32] = []

  var isEmpty: Bool { earlier.isEmpty && optimistic.isEmpty && watches.isEmpty }
}
