import PagerJSON
import Testing

@testable import PagerClient

@Suite("Whether a request is sent again, and when")
struct RetryDecisionTests {
  private let options = RetryOptions(
    maximumAttempts: 4, baseDelay: .milliseconds(250), maximumDelay: .seconds(1), budget: .seconds(10))

  private func decide(
    _ fault: RequestFault, attempts: Int = 1, waited: Duration = .zero, isRepeatable: Bool = true,
    canBeSmaller: Bool = false, chance: Double = 0.5, _ options: RetryOptions? = nil
  ) -> RetryDecision {
    let progress = RetryDecision.Progress(
      attempts: attempts, waited: waited, isRepeatable: isRepeatable, canBeSmaller: canBeSmaller)
    return RetryDecision(fault, progress, options ?? self.options, chance: chance)
  }

  @Test(
    "exponential, with full jitter, up to the longest delay",
    arguments: [
      (1, 0.0, 0), (1, 0.5, 125), (1, 0.99, 247), (2, 0.5, 250), (3, 0.5, 500),
    ])
  func backoff(attempts: Int, chance: Double, milliseconds: Int) {
    let decision = decide(RequestFault(kind: .connection), attempts: attempts, chance: chance)
    guard case .again(let delay) = decision else { return #expect(Bool(false), "\(decision)") }
    #expect(delay.wholeMilliseconds == (milliseconds == 247 ? 248 : milliseconds))
  }

  @Test func backoffEndsAtTheLongestDelay() {
    #expect(options.backoff(after: 20, 1) == .seconds(1))
    #expect(options.backoff(after: .max, 1) == .seconds(1))
  }

  @Test func attemptsAreCounted() {
    #expect(decide(RequestFault(kind: .status(503)), attempts: 3) != .giveUp)
    #expect(decide(RequestFault(kind: .status(503)), attempts: 4) == .giveUp)
  }

  @Test("the server's wait counts, within the rest of the budget")
  func waits() {
    let limit = RequestFault(kind: .limit, wait: .seconds(7))
    #expect(decide(limit) == .again(after: .seconds(7)))
    #expect(decide(limit, waited: .seconds(3)) == .again(after: .seconds(7)))
    #expect(decide(limit, waited: .seconds(4)) == .giveUp)
    #expect(decide(RequestFault(kind: .limit, wait: .seconds(11))) == .giveUp)
  }

  @Test("a mutation is sent again only where the server surely did nothing for it")
  func mutations() {
    #expect(decide(RequestFault(kind: .connection), isRepeatable: false) == .giveUp)
    #expect(decide(RequestFault(kind: .connection, isUnprocessed: true), isRepeatable: false) != .giveUp)
    #expect(decide(RequestFault(kind: .status(503)), isRepeatable: false) == .giveUp)
    #expect(decide(RequestFault(kind: .limit, isUnprocessed: true), isRepeatable: false) != .giveUp)
  }

  @Test("a page that is too much is halved without costing an attempt; others are tried again")
  func halving() {
    let gateway = RequestFault(kind: .status(502))
    #expect(decide(gateway, attempts: 4, canBeSmaller: true, chance: 1) == .smaller(after: .milliseconds(250)))
    #expect(decide(gateway, attempts: 1, canBeSmaller: false, chance: 1) == .again(after: .milliseconds(250)))
    let unavailable = RequestFault(kind: .status(503))
    #expect(decide(unavailable, canBeSmaller: true, chance: 1) == .again(after: .milliseconds(250)))
    let tooLarge = RequestFault(kind: .tooLarge)
    #expect(decide(tooLarge, canBeSmaller: true) == .smaller(after: .zero))
    #expect(decide(tooLarge, canBeSmaller: false) == .giveUp)
    #expect(decide(gateway, waited: .seconds(10), canBeSmaller: true) == .giveUp)
    // It may pass, or be too much.
    let unclear = RequestFault(kind: .executionFailed)
    #expect(decide(unclear, attempts: 1, canBeSmaller: true, chance: 1) == .again(after: .milliseconds(250)))
    #expect(decide(unclear, attempts: 2, canBeSmaller: true, chance: 1) == .smaller(after: .milliseconds(250)))
    #expect(decide(unclear, attempts: 4, canBeSmaller: false) == .giveUp)
    #expect(decide(unclear, isRepeatable: false) == .giveUp)
    var never = options
    never.shrinksPages = false
    #expect(decide(gateway, canBeSmaller: true, chance: 1, never) == .again(after: .milliseconds(250)))
  }

  @Test func nothingWhereItIsOff() {
    #expect(decide(RequestFault(kind: .connection), .never) == .giveUp)
  }
}
