import PagerThreads
import PagerTransport
import TestSupport
import Testing

@testable import PagerClient

@Suite("A request, whatever the order of events")
struct RequestRandomTests {
  private static let requestsPerRun = 2_000

  @Test("every order of events keeps the rules and ends each request once", arguments: 1...6 as ClosedRange<UInt64>)
  func keepsTheRules(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var counts: [String: Int] = [:]
    for number in 1...Self.requestsPerRun {
      var world = RequestWorld(&generator)
      while !world.isStill {
        world.goOn(&generator)
        guard world.rules.violations.isEmpty, world.history.count < 500 else {
          let history = world.history.joined(separator: "\n")
          Issue.record("request \(number): \(world.rules.violations.joined(separator: ", "))\n\(history)")
          return
        }
      }
      let history = world.history.joined(separator: "\n")
      for happening in [
        "cancelled", "late", "end hit", "tell hit", "in line", "halved 2", "after", "; leave line", "at 3",
      ]
      where history.contains(happening) {
        counts[happening, default: 0] += 1
      }
    }
    // The run went through everything often enough to mean something.
    #expect(counts.count == 9 && counts.values.allSatisfy { $0 > 20 }, "\(counts)")
  }
}

/// A request, and the world around it, in which anything may happen at any moment.
struct RequestWorld {
  private var timeline: RequestTimeline
  private(set) var rules = RequestRules()
  private(set) var history: [String] = []
  /// What the transport has taken, and the clock has set, and has yet to name, each with its step.
  private var unnamed: [(handle: RequestHandle, step: Int)] = []
  /// The newest events, each with the step that it answered.
  private var past: [(event: RequestInput, step: Int)] = []
  private var lastNumber: UInt64 = 0
  private var isCancelled = false

  init(_ generator: inout SeededGenerator) {
    let retry = RetryOptions(
      maximumAttempts: Int.random(in: 1...5, using: &generator),
      budget: .seconds(Int.random(in: 1...60, using: &generator)))
    timeline = RequestTimeline(
      state: RequestState(
        generator.chance(1, of: 6) ? nil : CachePolicy.allCases.randomElement(using: &generator),
        isPaced: generator.chance(1, of: 3), isRepeatable: generator.chance(3, of: 4), retry: RetryRules(retry)),
      halvings: generator.chance(1, of: 5) ? 1 : 0,
      asksForGrants: true)
  }

  /// Whether nothing can happen any more.
  var isStill: Bool { rules.isOver && unnamed.isEmpty }

  /// Has something happen.
  mutating func goOn(_ generator: inout SeededGenerator) {
    switch Int.random(in: 0..<60, using: &generator) {
    case 0: cancel()
    case 1...4: repeatPast(&generator)
    case 5...30 where !unnamed.isEmpty: nameOldest()
    default:
      if let (question, step) = rules.open {
        answer(question, step, &generator)
      } else if rules.isOver {
        if !unnamed.isEmpty { nameOldest() }
      } else {
        play(.start)
      }
    }
  }

  private mutating func cancel() {
    let remains = timeline.state.cancel()
    if remains != nil { isCancelled = true }
    history.append(remains == nil ? "too late to cancel" : "cancelled")
    rules.cancel(remains)
  }

  private mutating func nameOldest() {
    let (handle, step) = unnamed.removeFirst()
    history.append("is \(handle.notation)")
    rules.name(handle, step, isGivenUp: timeline.state.began(handle, step), isCancelled: isCancelled)
  }

  /// An event comes once more, after its step.
  private mutating func repeatPast(_ generator: inout SeededGenerator) {
    guard let (event, step) = past.randomElement(using: &generator), step != rules.open?.step else { return }
    timeline.answeredStep = step
    let action = event.play(&timeline)
    timeline.answeredStep = nil
    history.append("late \(event.name) → \(action)")
    rules.observe(timeline.action)
  }

  private mutating func play(_ event: RequestInput) {
    past.append((event, timeline.state.step))
    let action = event.play(&timeline)
    history.append("\(event.name) → \(action)")
    rules.observe(timeline.action)
    switch timeline.action {
    case .send(_, _, let step): unnamed.append((.transfer(TransferID(rawValue: nextNumber())), step))
    case .wait(let pause): unnamed.append((.timer(TimerID(number: nextNumber())), pause.step))
    default: break
    }
  }

  private mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Answers

  private mutating func answer(_ question: RequestRules.Question, _ step: Int, _ generator: inout SeededGenerator) {
    rules.answer()
    switch question {
    case .body: play(body(&generator))
    case .cache: play(generator.chance(1, of: 3) ? .found("hit") : .missed("miss"))
    case .report: play(.told())
    case .turn: play(.paced(by: generator.chance(1, of: 2) ? 0 : 300))
    case .grant:
      guard generator.chance(19, of: 20) else { return play(.failed("closed")) }
      let number = generator.chance(1, of: 4) ? nil : nextNumber()
      rules.granted(number)
      play(.granted(number))
    case .server: play(serversAnswer(&generator))
    case .time:
      // A timer that the system did not set has no name.
      if generator.chance(1, of: 30), unnamed.last?.step == step {
        unnamed.removeLast()
        return play(.cannotWait)
      }
      play(.due(late: rules.isInLine && generator.chance(1, of: 2) ? 200 : nil))
    }
  }

  private mutating func body(_ generator: inout SeededGenerator) -> RequestInput {
    var halvings = 0
    if case .write(let count, _) = timeline.action { halvings = count }
    if halvings > 0, generator.chance(1, of: 4) { return .noPageThatSmall }
    guard generator.chance(19, of: 20) else { return .failed("unwritable") }
    let body = "A/\(1 << halvings)"
    rules.wrote(body)
    return .wrote(body, generator.chance(4, of: 5) ? .readsAndWrites : generator.chance(1, of: 2) ? .writes : .none)
  }

  private func serversAnswer(_ generator: inout SeededGenerator) -> RequestInput {
    let faults: [RequestFault] = [
      .unavailable, .timedOutGateway, .tooLarge, .refusedConnection, .lostConnection, .limit(), .limit(.seconds(5)),
      .limit(hasData: true),
    ]
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: return .answered("401", isUnauthorized: true)
    case 1: return .failed("closed")
    case 2: return .answered("no server")
    case 3...7: return .answered("no answer", faults.randomElement(using: &generator) ?? .unavailable)
    default: return .answered("200")
    }
  }
}
