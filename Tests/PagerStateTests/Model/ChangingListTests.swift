import PagerState
import TestSupport
import Testing

@Suite("Two pagers over one cache and a list that changes")
struct ChangingListTests {
  private static let runs = StressChance.count(300, long: 20_000)
  private static let eventsPerRun = 60

  @Test("The pager shows the server's list, or the state says why not")
  func randomLists() throws {
    let chance = StressChance("Two pagers over one cache")
    var counts = (whole: 0, gaps: 0, complete: 0, refused: 0)
    for run in 0..<Self.runs {
      var generator = chance.generator(run)
      var server = ChangingServer(count: Int.random(in: 1...20, using: &generator))
      var pagers = [ChangingPager(), ChangingPager()]
      for number in 0..<Self.eventsPerRun {
        let index = Int.random(in: 0...1, using: &generator)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<5: server.change(&generator)
        case 5: pagers[index].start(.fetch)
        case 6..<9: pagers[index].start(.load(generator.chance(1, of: 2) ? .next : .previous))
        case 9..<11:
          let fromInitialPage = generator.chance(1, of: 4)
          pagers[index].start(.loadAll(Walk(fromInitialPage: fromInitialPage, emitsEachPage: true)))
        default:
          guard let (_, request) = pagers[index].inFlight else { continue }
          // A page that the cache has, or one that the server has now, which changes those of both pagers.
          if let cached = server.cache[request], generator.chance(1, of: 4) {
            pagers[index].receive(cached)
          } else {
            let answer = server.answer(request)
            pagers[index].receive(answer)
            for other in pagers.indices { pagers[other].see(answer, to: request) }
          }
        }
        for pager in pagers {
          if let fault = fault(of: pager, server) {
            Issue.record("\(chance), run \(run), event \(number): \(fault); the server has \(server.items)")
            return
          }
          counts.whole += pager.state.pagesHeld > 2 && pager.state.summary.gapCount == 0 ? 1 : 0
          counts.gaps += pager.state.summary.gapCount > 0 ? 1 : 0
          counts.complete += pager.end == "success" && pager.state.loading == nil ? 1 : 0
          counts.refused += pager.end == "pagesChanged" ? 1 : 0
        }
      }
    }
    // Chance brought enough of everything to mean something.
    #expect(min(counts.whole, counts.gaps, counts.complete, counts.refused) > Self.runs / 10, "\(counts)")
  }

  /// What is wrong with what a pager shows; nil where it is the list as far as the pager has come.
  private func fault(of pager: ChangingPager, _ server: ChangingServer) -> String? {
    let (shown, state) = (pager.shown, pager.state)
    guard state.summary.itemsLoaded == shown.count else { return "\(state.summary.itemsLoaded) items of \(shown)" }
    guard state.pagesHeld > 0, state.summary.gapCount == 0 else { return nil }
    for end in ListEnd.allCases { if case .broken = state.frontier(at: end) { return nil } }
    // Each page begins where the one before it ends. No item stands twice, and none is left out that was always there.
    if !zip(shown, shown.dropFirst()).allSatisfy(<) { return "\(shown) repeats items, and says nothing" }
    let first = bound(state.frontier(at: .previous)) ?? .min
    let last = bound(state.frontier(at: .next)) ?? .max
    let missing = server.lasting.filter { first <= $0 && $0 <= last }.subtracting(shown)
    return missing.isEmpty ? nil : "\(shown) lacks \(missing.sorted()), and says nothing"
  }

  /// The cursor beyond an end that is open: the last item on this side; nil where there is none.
  private func bound(_ frontier: Frontier?) -> Int? {
    guard case .open(let request)? = frontier else { return nil }
    return request.word.split(separator: " ").last.flatMap { Int($0) }
  }
}
