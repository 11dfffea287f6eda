import Glibc
import SwiftPager
import Synchronization
import TestSupport

/// A list of nine people, one a page, that is entered at the fifth and read both ways.
///
/// Its total count is made up: it grows with each request for the page in the middle, so that outputs can be told apart
/// by the fetch that they began with; without a cache, for its copies are of earlier fetches. Now and then a request
/// fails, or its answer has errors only.
extension HeroServer {
  static func crowd(_ generator: SeededGenerator) -> HeroServer {
    let chance = CrowdChance(generator)
    return HeroServer(hasCache: false) { variables in chance.answer(variables) }
  }
}

extension QueryPager where Model == HeroesOutput {
  static func crowd(_ server: HeroServer) -> Self {
    Self(
      client: server.client, initialQuery: HeroesQuery.forward(after: "c4", first: 1),
      extractPageInfo: { (data: HeroesQuery.Data) in data.bidirectional },
      pageResolver: { info, direction in
        switch direction {
        case .next: HeroesQuery.forward(after: info.endCursor, first: 1)
        case .previous: HeroesQuery.backward(before: info.startCursor, last: 1)
        }
      })
  }
}

/// Answers the requests of a crowd.
private final class CrowdChance: Sendable {
  private struct State {
    var fetches = 0
    var generator: SeededGenerator
  }

  private let state: Mutex<State>

  init(_ generator: SeededGenerator) {
    state = Mutex(State(generator: generator))
  }

  func answer(_ variables: JSONValue) -> ScriptedAnswer {
    let after = variables["after"]?.string.flatMap { Int($0.dropFirst()) }
    let before = variables["before"]?.string.flatMap { Int($0.dropFirst()) }
    let person = after.map { $0 + 1 } ?? before ?? 0
    let (fetches, chance) = state.withLock { state in
      if person == 5 { state.fetches += 1 }
      return (state.fetches, Int.random(in: 0..<100, using: &state.generator))
    }
    // The first page stays whole, and later ones mostly, or walks would never end.
    if person != 5, chance < 1 { return .offline() }
    if person != 5, chance < 2 { return HeroPage.errorsOnly("not now") }
    return HeroPage(
      names: ["\(person)"], next: person < 9 ? "c\(person)" : nil, previous: person > 1 ? "c\(person - 1)" : nil,
      totalCount: fetches
    ).answer
  }
}

/// A point that a thread passes once, for another thread that waits for it.
final class Moment: Sendable {
  private let isOver = Atomic(false)

  var hasPassed: Bool { isOver.load(ordering: .acquiring) }

  func pass() {
    isOver.store(true, ordering: .releasing)
  }

  /// Waits without sleeping, and then a little longer: so many turns of a loop.
  ///
  /// - Returns: whether the moment has passed. The limit guards against hangs only.
  func wait(andSpin turns: Int) -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while !hasPassed {
      guard ContinuousClock.now < deadline else { return false }
      sched_yield()
    }
    for _ in 0..<turns { _ = hasPassed }
    return true
  }
}
