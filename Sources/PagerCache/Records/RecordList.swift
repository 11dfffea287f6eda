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
