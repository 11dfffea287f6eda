import Synchronization

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The memory of one large body, for the next one.
///
/// The C library gives such memory back to the system, and the system hands out new memory page by page: for a body of
/// two megabytes, that takes as long as reading it. So a walk over large pages uses the memory of a page that its
/// consumer has let go. At the end of the walk the memory is given back.
package final class SpareMemory: Sendable {
  /// In bytes. The C library keeps smaller memory itself: it gives memory of 128 KiB back, and less if more lies free
  /// beside it.
  package static let smallest = 1 << 16

  /// The address of the memory, which begins with its size; 0 while nothing is kept.
  private let address = Atomic<UInt>(0)
  /// Whether a large body came since memory was given back.
  private let isWanted = Atomic(false)

  package init() {}

  deinit {
    free(exchange(nil))
  }

  private func exchange(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(
      bitPattern: address.exchange(UInt(bitPattern: memory), ordering: .acquiringAndReleasing))
  }

  /// Takes the memory, which came from `malloc`, with its size. From now on memory is kept.
  func take() -> (memory: UnsafeMutableRawPointer, size: Int)? {
    isWanted.store(true, ordering: .releasing)
    return exchange(nil).map { ($0, $0.load(as: Int.self)) }
  }

  /// Keeps memory that came from `malloc`, unless nothing large came since memory was given back.
  func keep(_ used: UnsafeMutableRawPointer, size: Int) {
    guard isWanted.load(ordering: .acquiring) else { return free(used) }
    used.storeBytes(of: size, as: Int.self)
    free(exchange(used))
    // It may have been given back just now.
    if !isWanted.load(ordering: .acquiring) { giveBack() }
  }

  /// Gives the memory back, and keeps none until the next large body.
  package func giveBack() {
    isWanted.store(false, ordering: .releasing)
    free(exchange(nil))
  }
}
