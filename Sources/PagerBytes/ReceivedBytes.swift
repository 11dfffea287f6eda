// The memory comes from `malloc`: unlike Swift's own allocation it reports that memory is out, and it grows in place.

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The bytes of one received body, read in place and never changed: ``count`` bytes, followed by ``padding`` zero bytes
/// that may be read too.
package final class ReceivedBytes: Sendable {
  /// How many zero bytes follow the body: simdjson reads that far past the end of a text.
  package static let padding = 64

  /// The body's length in bytes, padding not included.
  package let count: Int

  // Unsafe only to the compiler, which cannot know that no code writes here after `init`.
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
  /// Takes the memory at the end, and how large that is; nil: nothing does.
  package let spare: SpareMemory?
  private let capacity: Int

  /// A copy of `bytes`, or nil when memory runs out.
  package convenience init?(copyOf bytes: UnsafeRawBufferPointer) {
    let (size, overflow) = bytes.count.addingReportingOverflow(Self.padding)
    guard !overflow, let memory = malloc(size) else { return nil }
    if let source = bytes.baseAddress { memory.copyMemory(from: source, byteCount: bytes.count) }
    self.init(adopting: memory, count: bytes.count)
  }

  /// Takes over `memory`, which came from `malloc`, holds `count` bytes and has room for ``padding`` more.
  ///
  /// The padding is zeroed here. The memory is freed together with this object, or goes to `spare` if it is large.
  package init(
    adopting memory: UnsafeMutableRawPointer, count: Int, capacity: Int? = nil, spare: SpareMemory? = nil
  ) {
    self.count = count
    self.capacity = capacity ?? count + Self.padding
    self.memory = memory
    self.spare = count >= SpareMemory.smallest ? spare : nil
    memory.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }

  deinit {
    if let spare { spare.keep(memory, size: capacity) } else { free(memory) }
  }

  /// The body, padding not included. Valid only as long as this object lives; ``withUnsafeBytes(_:)`` sees to that.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory, count: count)
  }

  /// Calls `body` with the bytes, without the padding, and keeps them alive during the call.
  package func withUnsafeBytes<R, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
  ) throws(Failure) -> R {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }
}

/// Changes the size of memory, as `realloc` does. Nil: there is not enough memory, and what was there stays.
///
/// Tests have one that refuses.
package typealias Reallocation = @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?

/// A growing buffer that becomes ``ReceivedBytes`` without a copy. Running out of memory is an error here, not a crash,
/// because a server decides how much arrives.
package struct ByteCollector: ~Copyable {
  /// How many bytes were collected.
  package private(set) var count = 0

  private var memory: UnsafeMutableRawPointer?
  /// The size of `memory`: 0 before the first byte, and then at least `count` plus the padding.
  private var capacity = 0

  /// Where the memory of large bodies comes from and goes to; nil: from `malloc`.
  private let spare: SpareMemory?
  private let reallocate: Reallocation

  private static let smallestCapacity = 4096

  package init(spare: SpareMemory? = nil) {
    self.init(spare: spare, realloc)
  }

  package init(spare: SpareMemory? = nil, _ reallocate: Reallocation) {
    self.spare = spare
    self.reallocate = reallocate
  }

  deinit {
    free(memory)
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
    return memory.take().map { ReceivedBytes(adopting: $0, count: count, capacity: capacity, spare: spare) }
  }

  /// Lets go of the bytes collected so far.
  ///
  /// Swift 6.3 ends the value that a stored property had without its `deinit` if a function of another module assigns
  /// a new one: what is behind this one's `memory` would be lost.
  package mutating func removeAll() {
    free(memory)
    (memory, capacity, count) = (nil, 0, 0)
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

  /// The memory of an earlier body. If this one is larger, the memory grows, and keeps what the system has handed out.
  private func takeSpare(_ needed: Int) -> (memory: UnsafeMutableRawPointer, size: Int)? {
    guard let kept = spare?.take() else { return nil }
    if kept.size >= needed { return kept }
    // With a little room, because the sizes of pages differ a little.
    let (roomy, overflow) = needed.addingReportingOverflow(needed / 16)
    if !overflow, let grown = reallocate(kept.memory, roomy) { return (grown, roomy) }
    free(kept.memory)
    return nil
  }

  private mutating func resize(to newCapacity: Int) -> Bool {
    if capacity < SpareMemory.smallest, newCapacity >= SpareMemory.smallest, let (kept, size) = takeSpare(newCapacity) {
      if let memory { kept.copyMemory(from: memory, byteCount: count) }
      free(memory)
      (memory, capacity) = (kept, size)
      return true
    }
    guard let moved = reallocate(memory, newCapacity) else { return false }
    memory = moved
    capacity = newCapacity
    return true
  }
}
