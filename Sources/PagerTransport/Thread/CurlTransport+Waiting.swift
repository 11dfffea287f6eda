private import CPlatform
package import Dispatch
private import PagerThreads

extension CurlTransport {
  /// A TLS handshake takes some tens of KiB, and completions run here too.
  private static let leastStack = 256 << 10

  package func wait(for semaphore: DispatchSemaphore, until deadline: DispatchTime?) -> Bool {
    guard !semaphore.isSignalled() else { return true }
    guard swiftpager_stack_left() >= Self.leastStack else { return ledger.sleep(semaphore, until: deadline) }
    if let loop = ledger.sitDown(semaphore) { return drive(loop, until: semaphore, or: deadline) }
    let isSignalled = semaphore.sleep(until: deadline)
    guard let loop = ledger.isSeated(semaphore) else { return isSignalled }
    // The seat came with a signal of its own, which may still be under way.
    if !isSignalled { semaphore.wait() }
    return drive(loop, until: semaphore, or: deadline)
  }

  package func signal(_ semaphore: DispatchSemaphore) {
    semaphore.signal()
    ledger.wakeDriver(waitingWith: semaphore)
  }

  /// Moves the transfers until the semaphore is signalled or the time is over. Returns whether it was signalled.
  private func drive(_ loop: DrivenLoop, until semaphore: DispatchSemaphore, or deadline: DispatchTime?) -> Bool {
    let shield = swiftpager_raise_shield(mayRaiseSIGPIPE)
    defer { swiftpager_lower_shield(shield) }
    do {
      let isSignalled = try loop.use { loop throws(CallFailure) in
        try Self.drive(loop, until: semaphore, or: deadline)
      }
      ledger.getUp()
      return isSignalled ?? semaphore.sleep(until: deadline)
    } catch {
      ledger.getUp(failure: error)
      return semaphore.sleep(until: deadline)
    }
  }

  /// - Returns: whether the semaphore was signalled; nil when the loop is to end before.
  private static func drive(
    _ loop: TransferLoop, until semaphore: DispatchSemaphore, or deadline: DispatchTime?
  ) throws(CallFailure) -> Bool? {
    var isSignalled = false
    while true {
      let limit = Deadline(deadline)
      let goesOn = try loop.run(until: limit) {
        isSignalled = semaphore.isSignalled()
        return isSignalled
      }
      if isSignalled { return true }
      guard goesOn else { return nil }
      if limit.isOver { return false }
    }
  }
}

extension Deadline {
  /// The same moment on the clock of the transfers.
  fileprivate init(_ time: DispatchTime?) {
    guard let time else {
      self = .never
      return
    }
    let now = DispatchTime.now().uptimeNanoseconds
    let left = time.uptimeNanoseconds > now ? time.uptimeNanoseconds - now : 0
    self = left == 0 ? .now : .at(.now.advanced(by: .nanoseconds(Int64(clamping: left))))
  }
}
