/// The bytes of one received body, read in place and never changed: ``count`` bytes, followed by ``padding`` zero bytes
/// that may be read too.
package final class ReceivedBytes: Sendable {
  /// How many zero bytes follow the body: simdjson reads that far past the end of a text.
  package static let padding = 64

  /// The body's length in bytes, padding not included.
  package let count: Int

  // Unsafe only to the compiler, which cannot know that no code writes here after `init`.
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

  /// A copy of `bytes`, or nil when memory runs out.
  package convenience init?(copyOf bytes: UnsafeRawBufferPointer) {
    let (size, overflow) = bytes.count.addingReportingOverflow(Self.padding)
    guard !overflow, let memory = HeapMemory.allocate(size) else { return nil }
    if let source = bytes.baseAddress { memory.copyMemory(from: source, byteCount: bytes.count) }
    self.init(adopting: memory, count: bytes.count)
  }

  /// Takes over `memory`, which came from `malloc`, holds `count` bytes and has room for ``padding`` more.
  ///
  /// The padding is zeroed here, and the memory is freed together with this object.
  package init(adopting memory: UnsafeMutableRawPointer, count: Int) {
    self.count = count
    self.memory = memory
    memory.advanced(by: count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }

  deinit {
    HeapMemory.release(memory)
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
