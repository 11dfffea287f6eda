import CPlatform
import PagerThreads

/// The thread that reads answers which arrived before a caller wanted them. It is the caller's thread, or a separate
/// thread if the caller's stack is too small.
///
/// A caller needs no more stack for a pager that reads ahead than for any other.
final class ReadingPlace: Sendable {
  private static let leastStack = 256 << 10
  private let thread = JobThread()

  deinit {
    thread.stop()
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    if swiftpager_stack_left() >= Self.leastStack {
      work()
    } else {
      thread.run(work)
    }
  }
}
