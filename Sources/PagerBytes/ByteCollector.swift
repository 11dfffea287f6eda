/// A growing buffer that becomes ``ReceivedBytes`` without a copy. Running out of memory is an error here, not a crash,
/// because a server decides how much arrives.
package struct ByteCollector: ~Copyable {
  /// How many bytes were collected.
  package private(set) var count = 0

  private var memory: UnsafeMutableRawPointer?
  /// The size of `memory`: always `count` plus the padding at least, unless there is none yet.
  private var capacity = 0

  private static let smallestCapacity = 4096

  package init() {}

  deinit {
    HeapMemory.release(memory)
  }

  /// Makes room for `count` bytes altogether, so that appending up to there does not move memory.
  ///
  /// - Returns: false when memory is out; what was collected stays.
  package mutating func reserve(_ count: Int) -> Bool {
    let (needed, overflow) = max(count, self.count).addingReportingOverflow(ReceivedBytes.padding)
    guard !overflow else { return false }
    return needed <= capacity || resize(to: needed)
  }

  /// Appends a copy of `bytes`.
  ///
  /// - Returns: false when memory is out; what was collected before stays.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
    let (newCount, overflow) = count.addingReportingOverflow(bytes.count)
    guard !overflow, makeRoom(for: newCount), let memory else { return false }
    memory.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
    count = newCount
    return true
  }

  /// The collected bytes, and the end of this collector.
  ///
  /// - Returns: nil when memory is out (the padding has to fit too).
  package consuming func finish() -> ReceivedBytes? {
    guard reserve(count) else { return nil }
    // Pages are kept, room to grow is not. A failure to shrink does no harm.
    let needed = count + ReceivedBytes.padding
    if capacity - needed > needed / 8 {
      _ = resize(to: needed)
    }
    return memory.take().map { ReceivedBytes(adopting: $0, count: count) }
  }

  /// Grows by half at least, so that many small pieces cost time in proportion to their sum.
  private mutating func makeRoom(for newCount: Int) -> Bool {
    let (needed, overflow) = newCount.addingReportingOverflow(ReceivedBytes.padding)
    guard !overflow else { return false }
    if needed <= capacity { return true }
    let (grown, tooLarge) = capacity.addingReportingOverflow(capacity / 2)
    let wanted = max(needed, Self.smallestCapacity, tooLarge ? 0 : grown)
    return resize(to: wanted) || resize(to: needed)
  }

  private mutating func resize(to newCapacity: Int) -> Bool {
    guard let moved = HeapMemory.reallocate(memory, newCapacity) else { return false }
    memory = moved
    capacity = newCapacity
    return true
  }
}
