/// What `swiftpager_client_wake` has asked for: which calls return early. Kept under the queue's lock.
///
/// A wake ends all waits that are under way when it comes, also that of a thread which is running a callback meanwhile.
/// Where there is none it is kept for the next one. A call that may not wait at all is no wait.
struct Wakes {
  private var count: UInt64 = 0
  /// How many threads wait.
  private var sleepers = 0
  /// Whether the thread that runs a callback does so in a call that waits.
  private var runnerWaits = false
  /// The next call that would wait returns instead.
  private var isPending = false

  mutating func wake() {
    count &+= 1
    if sleepers == 0 && !runnerWaits { isPending = true }
  }

  /// A call takes a step; what came before its first one does not concern it.
  func begin(_ progress: inout RunProgress) {
    if progress.wakesAtStart == nil { progress.wakesAtStart = count }
  }

  mutating func beginSleep(of progress: RunProgress) {
    if progress.canBeWoken { sleepers += 1 }
  }

  mutating func endSleep(of progress: RunProgress) {
    if progress.canBeWoken { sleepers -= 1 }
  }

  mutating func beginRun(by progress: RunProgress) {
    runnerWaits = progress.canBeWoken
  }

  mutating func endRun() {
    runnerWaits = false
  }

  /// Whether a call that would wait returns instead.
  mutating func interrupt(_ progress: RunProgress) -> Bool {
    if progress.wakesAtStart != count { return true }
    defer { isPending = false }
    return isPending
  }
}
