/// Nulls, and cutting off.
extension Column {
  /// Counts a value that is there. False: there is not enough memory.
  @inline(__always)
  mutating func countValue() -> Bool {
    if nullCount > 0 {
      guard validity.append(true) else { return false }
    }
    count += 1
    return true
  }

  /// Appends nulls until there are this many values.
  @inline(__always)
  mutating func fill(to newCount: Int) -> PutResult {
    count >= newCount ? .done : appendNulls(newCount - count)
  }

  /// Appends nulls.
  @inline(never)
  mutating func appendNulls(_ more: Int) -> PutResult {
    guard storage != .null else {
      count += more
      nullCount += more
      return .done
    }
    if nullCount == 0 {
      guard validity.append(true, count: count) else { return .noMemory }
    }
    guard validity.append(false, count: more), appendNothing(more) else { return .noMemory }
    count += more
    nullCount += more
    return .done
  }

  /// Appends the placeholder of a null to the buffers.
  private mutating func appendNothing(_ more: Int) -> Bool {
    if storage == .bool { return bits.append(false, count: more) }
    guard hasOffsets else { return width == 0 || values.appendZeros(more * width) }
    guard values.reserve(more * 4) else { return false }
    let end = values.value(at: count, as: Int32.self) ?? 0
    for _ in 0..<more { values.append(end) }
    return true
  }

  /// Appends nulls wherever there are fewer values than rows, until all columns have the length of the one above.
  mutating func complete() -> PutResult {
    for index in 0..<childCount {
      guard let child = children.map({ $0 + index }) else { continue }
      if storage == .structure {
        let outcome = child.pointee.fill(to: count)
        guard outcome == .done else { return outcome }
      }
      let outcome = child.pointee.complete()
      guard outcome == .done else { return outcome }
    }
    return .done
  }

  /// Removes all values after the first ones, and values of the columns below that are not counted here yet.
  mutating func truncate(to newCount: Int) {
    guard newCount <= count else { return }
    if nullCount > 0 {
      nullCount -= storage == .null ? count - newCount : (newCount..<count).count { !validity[$0] }
      validity.truncate(to: nullCount > 0 ? newCount : 0)
    }
    bits.truncate(to: newCount)
    count = newCount
    if hasOffsets {
      let end = Int(values.value(at: newCount, as: Int32.self) ?? 0)
      values.count = (newCount + 1) * 4
      if storage == .list {
        children?.pointee.truncate(to: end)
      } else {
        text.count = end
      }
    } else {
      values.count = newCount * width
    }
    guard storage == .structure else { return }
    for index in 0..<childCount { children?[index].truncate(to: newCount) }
  }

  /// Objects without members become the text that they are handed out as: from now on they may be any value.
  mutating func settle() {
    if storage == .emptyObject { storage = .json }
    for index in 0..<childCount { children?[index].settle() }
  }
}
