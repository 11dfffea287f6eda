/// One timer of a `TimerQueue`.
package struct TimerID: Sendable, Hashable, Comparable {
  fileprivate let deadline: Deadline
  package let number: UInt64

  /// Makes an id; for clocks that are not the system's.
  package init(number: UInt64, deadline: Deadline = .never) {
    self.deadline = deadline
    self.number = number
  }

  package static func < (left: TimerID, right: TimerID) -> Bool {
    (left.deadline, left.number) < (right.deadline, right.number)
  }
}

/// Runs functions when their time comes, one after the other, on a thread of its own.
///
/// Most timers are limits of requests, and are removed before their time comes. Such a timer costs no wake-up: the
/// thread begins with the first timer, sleeps until the earliest one, and ends once none has waited for a second.
package final class TimerQueue: Sendable {
  private struct Timers {
    /// Sorted by time, the next one last.
    var waiting: [(id: TimerID, body: @Sendable () -> Void)] = []
    var lastNumber: UInt64 = 0
    /// When the thread looks next; nil while there is no thread.
    var nextLook: Deadline?
    /// When the thread ends if there is still no timer; nil while there are timers.
    var end: Deadline?
    var isStopped = false

    /// Where a timer stands, or belongs.
    func place(of id: TimerID) -> Int {
      var places = waiting.startIndex..<waiting.endIndex
      while !places.isEmpty {
        let middle = places.lowerBound + places.count / 2
        places =
          waiting[middle].id > id ? (middle + 1)..<places.upperBound : places.lowerBound..<middle
      }
      return places.lowerBound
    }
  }

  /// What the thread does next.
  private enum Step {
    case run(@Sendable () -> Void)
    case sleep(until: Deadline)
    case end
  }

  /// How long the thread stays without a timer.
  private static let patience = Duration.seconds(1)

  private let timers = Lock(Timers())
  private let bell = SteadySemaphore()

  package init() {}

  /// Runs a function after a time, unless the timer is removed before. The function must not wait.
  ///
  /// - Returns: nil if the system has no thread, or the queue was stopped. Then nothing runs.
  package func add(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID? {
    let deadline = Deadline(after: delay)
    let (id, isEarly) = timers.withLock { timers -> (TimerID?, Bool) in
      guard !timers.isStopped, let nextLook = timers.nextLook ?? start() else { return (nil, false) }
      timers.lastNumber += 1
      let id = TimerID(number: timers.lastNumber, deadline: deadline)
      timers.waiting.insert((id, body), at: timers.place(of: id))
      timers.nextLook = min(nextLook, deadline)
      return (id, deadline < nextLook)
    }
    if isEarly { bell.signal() }
    return id
  }

  /// Removes a timer whose function has not begun; any other id has no effect.
  package func remove(_ id: TimerID) {
    let (removed, isLast) = timers.withLock { timers -> ((@Sendable () -> Void)?, Bool) in
      let place = timers.place(of: id)
      guard timers.waiting.indices.contains(place), timers.waiting[place].id == id else { return (nil, false) }
      let removed = timers.waiting.remove(at: place).body
      // The thread has to end, and would sleep until the time of the timer.
      let soon = Deadline(after: Self.patience)
      guard timers.waiting.isEmpty, let nextLook = timers.nextLook, soon < nextLook else { return (removed, false) }
      timers.nextLook = soon
      return (removed, true)
    }
    if isLast { bell.signal() }
    // What the function holds is released outside the lock.
    withExtendedLifetime(removed) {}
  }

  /// Removes all timers, and takes no more. A function that runs goes on.
  package func stop() {
    let removed = timers.withLock { timers in
      timers.isStopped = true
      return exchange(&timers.waiting, with: [])
    }
    bell.signal()
    withExtendedLifetime(removed) {}
  }

  // MARK: The thread

  /// Starts the thread. Called under the lock, for which the thread waits first.
  ///
  /// - Returns: when the thread looks; nil if the system refuses it.
  private func start() -> Deadline? {
    do {
      _ = try SystemThread(named: "swiftpager-clock") { self.serve() }
      return .now
    } catch {
      return nil
    }
  }

  private func serve() {
    while true {
      switch next() {
      case .run(let body): body()
      case .sleep(let deadline): bell.sleep(until: deadline)
      case .end: return
      }
    }
  }

  private func next() -> Step {
    timers.withLock { timers in
      if let timer = timers.waiting.last {
        timers.end = nil
        let isDue = timer.id.deadline.isOver
        timers.nextLook = isDue ? .now : timer.id.deadline
        return isDue ? .run(timers.waiting.removeLast().body) : .sleep(until: timer.id.deadline)
      }
      let end = timers.end ?? Deadline(after: Self.patience)
      timers.end = end
      guard !timers.isStopped, !end.isOver else {
        timers.nextLook = nil
        timers.end = nil
        return .end
      }
      timers.nextLook = end
      return .sleep(until: end)
    }
  }
}
