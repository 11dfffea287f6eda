import CPlatform
import Glibc

/// An eventfd that is readable while it is raised.
struct ReadableSignal: ~Copyable {
  let descriptor: Int32
  private var isRaised = false

  /// Nil when the process has no free descriptor.
  init?() {
    descriptor = swiftpager_eventfd()
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// Makes the descriptor readable, or not. Costs a system call only where that changes something.
  mutating func set(_ raised: Bool) {
    guard raised != isRaised else { return }
    isRaised = raised
    var count: UInt64 = 1
    if raised {
      _ = write(descriptor, &count, MemoryLayout<UInt64>.size)
    } else {
      _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
  }
}
