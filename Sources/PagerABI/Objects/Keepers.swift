import Synchronization

/// How many handles keep a client or a pager at work: its own, and those of what belongs to it.
struct Keepers: ~Copyable, Sendable {
  /// The handle of the object counts from the start.
  private let count = Atomic(1)

  /// Counts one more. Returns false if another thread has just taken the last one away.
  func add() -> Bool {
    var known = count.load(ordering: .relaxed)
    while known > 0 {
      let (isDone, actual) = count.compareExchange(expected: known, desired: known + 1, ordering: .relaxed)
      if isDone { return true }
      known = actual
    }
    return false
  }

  /// Counts one less. Returns whether it was the last.
  func remove() -> Bool {
    count.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}

/// An object that works on without its handle while something that belongs to it has a handle.
protocol KeptParent: AnyObject, Sendable {
  /// Counts a handle of something that belongs to the object.
  ///
  /// - Throws: `closed` if the last handle has just been given back.
  func keep() throws(ErrorReport)
  /// Such a handle was given back, or the object's own. With the last one the object is released.
  func letGo()
}

extension KeptParent {
  /// Runs what makes a handle of something that belongs to the object.
  ///
  /// - Parameter isWanted: whether C wants that handle.
  func keep(if isWanted: Bool, _ body: () throws(ErrorReport) -> Void) throws(ErrorReport) {
    guard isWanted else { return try body() }
    try keep()
    do throws(ErrorReport) {
      try body()
    } catch {
      letGo()
      throw error
    }
  }
}
