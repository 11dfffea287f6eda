import TestSupport
import Testing

@testable import PagerClient

@Suite("A line of requests that leave at a fixed rate")
struct RateLineTests {
  private static let second: Int64 = 1_000_000_000

  /// A line with a clock. Its timer may come late.
  private struct Scene {
    var line: RateLine
    var now: Int64 = 5 * second
    var departures: [Int64] = []
    /// The requests that wait, and when they were told that they leave.
    var waiting: [(place: UInt64, until: Int64)] = []
    var isPunctual = true

    mutating func arrive() {
      switch line.arrive(now: now) {
      case .leaves:
        #expect(waiting.isEmpty, "a request overtook those that wait")
        departures.append(now)
      case .waits(let place, let until):
        #expect(place > waiting.last?.place ?? 0 && until >= now)
        waiting.append((place, until))
      }
      expectAgreement()
    }

    /// Lets time pass, and the requests leave whose time has come.
    mutating func pass(_ time: Int64) {
      let end = now + time
      while let due = line.due, due <= end {
        if isPunctual { now = max(now, due) } else { now = end }
        guard take() else { break }
      }
      now = end
    }

    /// Lets time pass up to the moment at which the first request may leave, and leaves it in the line: other things
    /// may happen at this moment, before it is taken.
    mutating func passUntilDue() {
      if let due = line.due { now = max(now, due) }
    }

    /// Takes the first request, if its time has come.
    @discardableResult
    mutating func take() -> Bool {
      let isDue = line.due.map { $0 <= now } ?? false
      let place = line.next(now: now)
      #expect(place == (isDue ? waiting.first?.place : nil))
      guard place != nil, !waiting.isEmpty else { return false }
      waiting.removeFirst()
      departures.append(now)
      expectAgreement()
      return true
    }

    /// A request that waits has a time at which it leaves, and nothing else has.
    func expectAgreement() {
      #expect((line.due == nil) == waiting.isEmpty)
    }

    mutating func cancel(at index: Int) {
      let place = waiting.remove(at: index).place
      let wasThere = line.remove(place)
      #expect(wasThere)
      expectAgreement()
    }
  }

  private static func scene(_ perSecond: Double, _ burst: Int = 1) -> Scene {
    Scene(line: RateLine(perSecond: perSecond, burst: burst))
  }

  /// The steps of a random schedule.
  private enum Step {
    case arrive
    case pass(Int64)
    case cancel(Double)
    /// The first request of the line is due. What happens at that moment may come before it is taken, or after.
    case due
    case take
  }

  private static func schedule(_ random: inout SeededGenerator, _ interval: Int64) -> [Step] {
    (0..<400).map { _ in
      switch Int.random(in: 0..<12, using: &random) {
      case 0: .pass(.random(in: 0...(interval * 8), using: &random))
      case 1...3: .pass(.random(in: 0...interval, using: &random))
      case 4: .cancel(.random(in: 0..<1, using: &random))
      case 5: .due
      case 6: .take
      default: .arrive
      }
    }
  }

  private static let rates: [(Double, Int)] = [
    (10, 1), (10, 3), (1 / 3.0, 2), (7, 10), (1000, 4), (333_333, 5), (0.001, 1), (1_000_000, 1_000_000),
  ]

  @Test("no period has more departures than the burst and the rate allow", arguments: rates)
  func windows(perSecond: Double, burst: Int) {
    var random = SeededGenerator(seed: UInt64(burst))
    for isPunctual in [true, false, true, false] {
      var scene = Self.scene(perSecond, burst)
      scene.isPunctual = isPunctual
      var (arrivals, cancels) = (0, 0)
      for step in Self.schedule(&random, Int64(1e9 / perSecond)) {
        switch step {
        case .pass(let time): scene.pass(time)
        case .due: scene.passUntilDue()
        case .take: scene.take()
        case .cancel(let part):
          guard !scene.waiting.isEmpty else { continue }
          scene.cancel(at: Int(part * Double(scene.waiting.count)))
          cancels += 1
        case .arrive:
          scene.arrive()
          arrivals += 1
        }
      }
      // Each request leaves in the end.
      scene.pass(Int64(Double(arrivals + 1) * 1e9 / perSecond) + Self.second)
      if !isPunctual {
        for _ in 0..<arrivals { scene.pass(Int64(1e9 / perSecond) + 1) }
      }
      #expect(scene.waiting.isEmpty && scene.line.due == nil)
      #expect(scene.departures.count == arrivals - cancels)
      for (first, start) in scene.departures.enumerated() {
        for (last, end) in scene.departures.enumerated().dropFirst(first) {
          let allowed = Double(burst) + perSecond * Double(end - start) / 1e9
          guard Double(last - first + 1) > allowed + 1e-6 else { continue }
          Issue.record("\(last - first + 1) requests in \(end - start) ns, not \(allowed)")
          return
        }
      }
    }
  }

  @Test("a cancelled request gives its place back: the others leave as if it had never come", arguments: rates)
  func cancels(perSecond: Double, burst: Int) {
    var random = SeededGenerator(seed: UInt64(burst) + 1)
    let steps = Self.schedule(&random, Int64(1e9 / perSecond))
    // Which arrivals are cancelled while they wait, and when the steps happen.
    var scene = Self.scene(perSecond, burst)
    var times: [Int64] = []
    var (arrivals, waiting, cancelled) = (0, [UInt64: Int](), Set<Int>())
    for step in steps {
      defer { times.append(scene.now) }
      switch step {
      case .pass(let time): scene.pass(time)
      case .due: scene.passUntilDue()
      case .take: scene.take()
      case .cancel(let part):
        guard !scene.waiting.isEmpty else { continue }
        let index = Int(part * Double(scene.waiting.count))
        if let arrival = waiting[scene.waiting[index].place] { cancelled.insert(arrival) }
        scene.cancel(at: index)
      case .arrive:
        scene.arrive()
        if let last = scene.waiting.last, waiting[last.place] == nil { waiting[last.place] = arrivals }
        arrivals += 1
      }
    }
    var other = Self.scene(perSecond, burst)
    var arrival = 0
    for (step, time) in zip(steps, times) {
      switch step {
      case .pass: other.pass(time - other.now)
      case .due: other.now = time
      case .take: other.take()
      case .cancel: break
      case .arrive:
        if !cancelled.contains(arrival) { other.arrive() }
        arrival += 1
      }
    }
    #expect(scene.departures == other.departures)
  }

  @Test func requestsLeaveWhenTheyWereTold() {
    var scene = Self.scene(4, 2)
    for _ in 0..<10 { scene.arrive() }
    let told = scene.waiting.map(\.until)
    scene.pass(10 * Self.second)
    #expect(Array(scene.departures.dropFirst()) == told)
    #expect(scene.departures == (0..<10).map { 5 * Self.second + $0 * Self.second / 4 })
  }

  @Test("the bucket begins empty but for the first request, and fills with time")
  func burst() {
    var scene = Self.scene(10, 5)
    for _ in 0..<3 { scene.arrive() }
    #expect(scene.departures.count == 1)
    scene.pass(10 * Self.second)
    #expect(scene.departures.count == 3)
    let before = scene.departures.count
    for _ in 0..<7 { scene.arrive() }
    #expect(scene.departures.count - before == 5)
  }

  @Test func aRequestThatHasLeftHasNoPlace() {
    var line = RateLine(perSecond: 1, burst: 1)
    #expect(line.arrive(now: 0) == .leaves)
    #expect(line.arrive(now: 0) == .waits(place: 1, until: Self.second))
    #expect(line.next(now: Self.second - 1) == nil)
    #expect(line.next(now: Self.second) == 1)
    #expect([1, 2].map { line.remove($0) } == [false, false])
  }

  @Test("a line keeps to what a policy allows", arguments: [-1, 0, .nan, 1e-300, .infinity])
  func limits(perSecond: Double) {
    var line = RateLine(perSecond: perSecond, burst: .max)
    for _ in 0..<3 { _ = line.arrive(now: .max / 4) }
    line = RateLine(perSecond: perSecond, burst: .min)
    #expect(line.arrive(now: 0) == .leaves)
  }
}
