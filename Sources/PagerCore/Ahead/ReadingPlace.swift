import CPlatform
import PagerThreads

/// Where answers are read that were there before they were wanted: on the thread that wants them, unless its stack is too small
/// for that; then on a thread of its own.
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
