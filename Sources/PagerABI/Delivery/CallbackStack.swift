import CPlatform
import PagerThreads
import Synchronization

/// The callbacks that the calling thread is inside, innermost first.
///
/// It answers two questions. Is a call made inside a callback, of whichever client? Was a callback left without
/// returning: by a C++ exception, longjmp, an error of a script language or pthread_exit? The header forbids leaving
/// one. The library notices it all the same: at the thread's end, or at the thread's next call from a place on its
/// stack where it could not be if the callback still ran.
enum CallbackStack {
  /// What a call of C's function is to the queue of a client.
  enum Role: Sendable {
    /// An event of the queue.
    case event(of: EventQueue)
    /// The function that the event around it calls.
    case partOfEvent
    /// A call that no queue made.
    case single
  }

  /// Runs `body`, which calls a function of C.
  ///
  /// - Parameter whenLeft: runs as soon as the library notices that `body` was left. What follows `body` then does
  ///   not run.
  /// - Returns: what `body` returns. Nil if the library took `body` for left and it returned later, which coroutines
  ///   that share a stack can do. Nil also in a child that was forked inside. `whenLeft` has run then, or will run in
  ///   the parent.
  static func run<Result>(
    _ role: Role, _ body: () -> Result, whenLeft: @escaping @Sendable () -> Void
  ) -> Result? {
    withUnsafeTemporaryAllocation(byteCount: CallbackFrame.markSize, alignment: 16) { mark in
      let frame = CallbackFrame(role, markedBy: mark, outer: innermost, whenLeft: whenLeft)
      innermost = frame
      let result = ForkGate.outside(body)
      // The parent called the callback, and it returns in the child. What follows it is the parent's to do.
      if frame.generation != HomeProcess.generation { return nil }
      let isFirst = frame.end(.returned)
      dropEnded()
      return isFirst ? result : nil
    }
  }

  /// Whether a call that may wait for a client's callbacks is made inside a callback. Callbacks of other clients that
  /// were released do not count, because no thread waits for them any more.
  static func isInside(for queue: EventQueue) -> Bool {
    guard innermost != nil else { return false }
    dropEnded()
    return frames.contains { frame in
      switch frame.role {
      case .event(let other): other === queue || !other.isReleased
      // The event counts or not.
      case .partOfEvent: false
      case .single: true
      }
    }
  }

  /// Ends the innermost callback, because the host says that it will not return. Returns false if there is none.
  static func abandonInnermost() -> Bool {
    dropEnded()
    guard var outermost = innermost else { return false }
    while case .partOfEvent = outermost.role, let outer = outermost.outer { outermost = outer }
    leave(upTo: outermost, isAbandoned: true)
    return true
  }

  /// Looks for callbacks that were left. Called at the beginning of every export that has a status.
  static func noticeLeft() {
    guard innermost != nil else { return }
    dropEnded()
    let position = swiftpager_stack_position()
    // If a callback was left, those that were called inside it were left, too.
    guard let outermost = frames.last(where: { $0.isLeft(seenFrom: position) }) else { return }
    leave(upTo: outermost)
  }

  /// Makes threads report their end. Called before the first callback can run.
  static let prepare: Void = swiftpager_at_thread_end {
    ForkGate.inside {
      CallbackStack.dropEnded()
      if let outermost = CallbackStack.frames.last { CallbackStack.leave(upTo: outermost) }
      LastError.forget()
    }
  }

  /// - Parameter isAbandoned: whether the host knows that the callback was left. If not, the call reports it.
  private static func leave(upTo outermost: CallbackFrame, isAbandoned: Bool = false) {
    var left: [CallbackFrame] = []
    for frame in frames {
      left.append(frame)
      if frame === outermost { break }
    }
    innermost = outermost.outer
    swiftpager_functions_were_left(UInt32(clamping: frames.count))
    for frame in left { frame.leave(isAbandoned: isAbandoned) }
  }

  /// Drops frames that have ended on another thread or out of order, which coroutines can do. In a child it drops the
  /// frames of the parent: calls of the child's own clients are not made inside callbacks of the parent's.
  private static func dropEnded() {
    while let frame = innermost {
      guard frame.generation == HomeProcess.generation else { return swiftpager_set_thread_value(nil) }
      guard frame.hasEnded else { return }
      innermost = frame.outer
    }
  }

  private static var frames: [CallbackFrame] {
    Array(
      sequence(state: innermost) { next in
        defer { next = next?.outer }
        return next
      })
  }

  /// The thread's variable owns one reference to the innermost frame, and each frame one to the next.
  private static var innermost: CallbackFrame? {
    get {
      swiftpager_thread_value().map { Unmanaged<CallbackFrame>.fromOpaque($0).takeUnretainedValue() }
    }
    set {
      let old = swiftpager_thread_value()
      swiftpager_set_thread_value(newValue.map { Unmanaged.passRetained($0).toOpaque() })
      if let old { Unmanaged<CallbackFrame>.fromOpaque(old).release() }
    }
  }
}

/// One call of a C function that a thread is inside.
///
/// It lives on the heap. So it can still say how the call ended after the stack has been used for something else.
final class CallbackFrame: Sendable {
  enum End: UInt8 {
    case returned = 1
    case left = 2
  }

  /// The size of the mark in bytes. It is large, because other uses of the stack hardly leave a gap of that size.
  static let markSize = 128

  let role: CallbackStack.Role
  /// The call that this one was made inside.
  let outer: CallbackFrame?
  /// Where on the stack the call was made. Memory below belongs to the functions that it called.
  private let mark: UInt
  /// Whether that is the thread's own stack. If it is another one, like a coroutine's, it cannot be known whether that
  /// stack still exists.
  private let isOnThreadStack: Bool
  /// The process in which the call was made.
  let generation = HomeProcess.generation
  private let whenLeft: @Sendable () -> Void
  /// An `End`, or 0 while the call lasts.
  private let ended = Atomic<UInt8>(0)

  /// - Parameter memory: a mark's memory in the frame of the caller.
  init(
    _ role: CallbackStack.Role, markedBy memory: UnsafeMutableRawBufferPointer, outer: CallbackFrame?,
    whenLeft: @escaping @Sendable () -> Void
  ) {
    self.role = role
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

  /// The call was left without returning: runs `whenLeft`. First the client's queue learns of it. A thread that waits
  /// for what follows then finds it there.
  func leave(isAbandoned: Bool) {
    guard end(.left) else { return }
    if case .event(let queue) = role, !isAbandoned { queue.tellOfLeftCallback() }
    whenLeft()
  }

  /// Whether a position on the stack shows that the call was left: the position lies where the call's callers are, or
  /// the mark has been used for something else. A position on another stack shows nothing.
  func isLeft(seenFrom position: UInt) -> Bool {
    guard isOnThreadStack, swiftpager_is_on_thread_stack(position) else { return false }
    return position > mark || !swiftpager_is_stack_marked(UnsafeRawPointer(bitPattern: mark), Self.markSize)
  }
}
