/// The watches of each record.
extension RecordTable {
  func watches(of index: UInt32) -> [UInt32] {
    let first = records[index].watch
    guard first != 0 else { return [] }
    return [first] + (extras[index]?.watches ?? [])
  }

  func addWatch(_ watch: UInt32, to index: UInt32) {
    if records[index].watch == 0 {
      if isEvictable(index) { uses.remove(index, &records) }
      records[index].watch = watch
    } else {
      extras[index, default: RecordExtras()].watches.append(watch)
    }
  }

  func removeWatch(_ watch: UInt32, from index: UInt32) {
    if records[index].watch == watch {
      records[index].watch = extras[index]?.watches.popLast() ?? 0
      join(index)
    } else if let place = extras[index]?.watches.lastIndex(of: watch) {
      extras[index]?.watches.remove(at: place)
    }
    tidy(index)
  }
}
