/// Records by number and by key.
///
/// A struct, so that a change of several parts is one access of the table. Accesses of a class's parts are checked at
/// run time, which for a record of a page costs more than the change.
struct RecordList {
  private var records: ContiguousArray<Record> = []
  private var index = KeyIndex()
  /// Numbers of records that were forgotten altogether.
  private var spare: [UInt32] = []

  subscript(number: UInt32) -> Record {
    get { records[Int(number)] }
    _modify { yield &records[Int(number)] }
  }

  /// All numbers, including those of forgotten records.
  var numbers: Range<UInt32> { 0..<UInt32(truncatingIfNeeded: records.count) }

  /// How many there are, also without a value.
  var count: Int { records.count - spare.count }

  /// The keys of all but the forgotten ones, which have none.
  var keys: [String] { records.lazy.map(\.key).filter { !$0.isEmpty } }

  /// The number of the record with a key; nil if there is none.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> UInt32? { index.find(key, KeyIndex.hash(of: key), in: records) }

  /// The number of the record with a key; a new record if there is none.
  mutating func number(of key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let hash = KeyIndex.hash(of: key)
    if let number = index.find(key, hash, in: records) { return number }
    let record = Record(key: String(decoding: key, as: UTF8.self))
    let number = spare.popLast() ?? UInt32(truncatingIfNeeded: records.count)
    if number == records.count { records.append(record) } else { records[Int(number)] = record }
    index.insert(number, hash)
    return number
  }

  /// Forgets all records but some. Returns the numbers that are free now.
  mutating func keep(where isKept: (UInt32) -> Bool) -> [UInt32] {
    index = KeyIndex()
    spare = numbers.filter { !isKept($0) }
    for number in numbers where isKept(number) {
      index.insert(number, KeyIndex.hash(of: records[Int(number)].key))
    }
    for number in spare { records[Int(number)] = Record(key: "") }
    return spare
  }
}

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
  /// The first of its watches; 0 if nothing watches it.
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
