import Dispatch

/// Until when a call waits.
enum Deadline {
  case never
  case at(DispatchTime)

  /// The header's form of a time: milliseconds, 0 = now, −1 = no limit.
  init(milliseconds: Int32) throws(ErrorReport) {
    switch milliseconds {
    case -1: self = .never
    case 0...: self = .at(.now() + .milliseconds(Int(milliseconds)))
    default: throw ErrorReport(.invalidArgument, "timeout_ms is \(milliseconds); it is 0 or more, or -1 for no limit")
    }
  }

  /// A deadline that is over: for calls that do not wait.
  static var now: Deadline { .at(.now()) }

  var isOver: Bool {
    switch self {
    case .never: false
    case .at(let time): time <= .now()
    }
  }
}

/// Threads that wait for something that a lock guards. Kept under that lock.
struct Waiters {
  private var semaphores: [DispatchSemaphore] = []

  /// Adds the calling thread; it waits with the semaphore after it has left the lock.
  mutating func add() -> DispatchSemaphore {
    let semaphore = DispatchSemaphore(value: 0)
    semaphores.append(semaphore)
    return semaphore
  }

  /// Takes a thread out that has given up waiting.
  mutating func remove(_ semaphore: DispatchSemaphore) {
    semaphores.removeAll { $0 === semaphore }
  }

  /// Takes all out, to wake them: each looks again at what it waits for.
  mutating func takeAll() -> [DispatchSemaphore] {
    defer { semaphores = [] }
    return semaphores
  }

  /// Wakes all.
  mutating func wakeAll() {
    for semaphore in takeAll() { semaphore.signal() }
  }
}

extension DispatchSemaphore {
  /// Waits to be woken, or for the deadline. Returns whether it was woken.
  func wait(until deadline: Deadline) -> Bool {
    switch deadline {
    case .never:
      wait()
      return true
    case .at(let time):
      return wait(timeout: time) == .success
    }
  }
}
