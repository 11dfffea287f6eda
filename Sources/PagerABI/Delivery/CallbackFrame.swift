import CPlatform
import Synchronization

/// One call of a C function that a thread is inside.
///
/// It lives on the heap, so that it can be asked what became of the call after the stack has been used for something else.
final class CallbackFrame: Sendable {
  enum End: UInt8 {
    case returned = 1
    case left = 2
  }

  /// The size of the mark in bytes: large enough that what else uses the stack hardly leaves a gap of that size.
  static let markSize = 128

  /// The call that this one was made inside.
  let outer: CallbackFrame?
  /// Where on the stack the call was made. Memory below belongs to what it called.
  private let mark: UInt
  /// Whether that is the thread's own stack. Of any other one, like a coroutine's, it cannot be known whether it still
  /// exists.
  private let isOnThreadStack: Bool
  /// The process in which the call was made.
  let generation = HomeProcess.generation
  private let whenLeft: @Sendable () -> Void
  /// An `End`, or 0 while the call lasts.
  private let ended = Atomic<UInt8>(0)

  /// - Parameter memory: a mark's memory in the frame of the caller.
  init(markedBy memory: UnsafeMutableRawBufferPointer, outer: CallbackFrame?, whenLeft: @escaping @Sendable () -> Void)
  {
    mark = UInt(bitPattern: memory.baseAddress)
    isOnThreadStack = swiftpager_is_on_thread_stack(mark)
    self.outer = outer
    self.whenLeft = whenLeft
    swiftpager_mark_stack(memory.baseAddress, memory.count)
  }

  var hasEnded: Bool { ended.load(ordering: .acquiring) != 0 }

  /// Ends the call. Returns false when it has ended before.
  func end(_ end: End) -> Bool {
    ended.compareExchange(expected: 0, desired: end.rawValue, ordering: .acquiringAndReleasing).exchanged
  }

  /// The call was left without returning: has what follows it done.
  func leave() {
    if end(.left) { whenLeft() }
  }

  /// Whether a position on the stack shows that the call was left: it lies where the call's callers are, or the mark has
  /// been used for something else. From another stack nothing can be told.
  func isLeft(seenFrom position: UInt) -> Bool {
    guard isOnThreadStack, swiftpager_is_on_thread_stack(position) else { return false }
    return position > mark || !swiftpager_is_stack_marked(UnsafeRawPointer(bitPattern: mark), Self.markSize)
  }
}
