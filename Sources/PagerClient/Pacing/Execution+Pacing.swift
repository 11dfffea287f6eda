import PagerCache
import PagerTransport

/// Waiting before the first attempt, so that the server has no reason to refuse it.
extension Execution {
  /// Sends a request when its turn has come. What is sent again waits as its fault says, and not here.
  func sendInTurn(_ body: [UInt8], _ entry: CacheEntry?) {
    guard let pacer = channel.pacer else { return send(body, entry) }
    let now = channel.clock.milliseconds
    let delay = pacer.turn(now: now, atMost: channel.retry.budget)
    guard delay > .zero else { return send(body, entry) }
    wait(delay, as: RequestWait(reason: "pace", attempt: 0, until: now + delay.wholeMilliseconds)) { execution in
      execution.send(body, entry)
    } orElse: {
      goOn { $0.send(body, entry) }
    }
  }
}
