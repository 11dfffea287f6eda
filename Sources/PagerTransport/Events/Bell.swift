#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Wakes the thread that waits in `EventPoll.wait`; any thread may ring it. The poll owns the descriptor:
/// the holder of a bell drops it before the poll goes.
struct Bell: Sendable {
  /// A counter of the kernel, `eventfd(2)`.
  let descriptor: Int32

  /// Ends the wait that runs, or else the next.
  func ring() {
    var one: UInt64 = 1
    // Fails only when the counter is full of rings, and then the wait ends anyway.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Makes the next wait last until the next ring.
  func silence() {
    var rings: UInt64 = 0
    _ = read(descriptor, &rings, MemoryLayout<UInt64>.size)
  }
}
