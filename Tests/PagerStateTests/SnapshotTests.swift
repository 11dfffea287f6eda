import Testing

@testable import PagerState

@Suite("Snapshots stay as they were while the list grows")
struct SnapshotTests {
  @Test func pagesAreAddressedInTheOrderOfTheList() {
    var snapshot = PageSnapshot()
    #expect(snapshot.count == 0)
    #expect(snapshot.page(at: 0) == nil)
    snapshot.add(page(0), as: .initial)
    for number in 1...3 { snapshot.add(page(number), as: .next) }
    for number in [-1, -2] { snapshot.add(page(number), as: .previous) }

    #expect(snapshot.count == 6)
    #expect((0..<6).map { snapshot.page(at: $0)?.page.number } == [-2, -1, 0, 1, 2, 3])
    #expect((0..<6).map { snapshot.page(at: $0)?.role } == [.previous, .previous, .initial, .next, .next, .next])
    for outside in [-1, 6, Int.min, Int.max] { #expect(snapshot.page(at: outside) == nil) }
  }

  @Test func withoutAnInitialPageTheOthersFollowEachOther() {
    var snapshot = PageSnapshot()
    snapshot.add(page(-1), as: .previous)
    snapshot.add(page(1), as: .next)
    #expect((0..<2).map { snapshot.page(at: $0)?.page.number } == [-1, 1])
    #expect((0..<2).map { snapshot.page(at: $0)?.role } == [.previous, .next])
  }

  @Test func aPageThatChangedHasThePositionOfItsPlace() {
    var snapshot = PageSnapshot()
    snapshot.add(page(0), as: .initial)
    for number in 1...2 { snapshot.add(page(number), as: .next) }
    for number in [-1, -2] { snapshot.add(page(number), as: .previous) }
    let positions = [(PageRole.previous, 1), (.previous, 0), (.initial, 0), (.next, 0), (.next, 1)].map { role, index in
      snapshot.position(of: change(role, PageID(list: 1, role: role, index: index)))
    }
    #expect(positions == [0, 1, 2, 3, 4])
    #expect(snapshot.position(of: change(.next, PageID(list: 1, role: .next, index: 2))) == nil)
    #expect(snapshot.position(of: change(.next, nil)) == nil)
  }

  @Test func aPageThatIsShownAloneIsTheFirst() {
    var snapshot = PageSnapshot()
    #expect(snapshot.position(of: change(.next, nil)) == nil)
    snapshot.add(page(7), as: .next)
    #expect(snapshot.position(of: change(.next, PageID(list: 1, role: .next, index: 6))) == 0)
    #expect(snapshot.position(of: change(.next, nil)) == 0)
  }

  private func page(_ number: Int) -> ListPage { TestPage(name: "\(number)") }

  private func change(_ role: PageRole, _ id: PageID?) -> PageChange {
    PageChange(page(0), as: role, at: id, from: .server)
  }

  @Test func aSequenceGrowsAtItsEndAndReplacesAnyPage() {
    var sequence = PageSequence()
    #expect(sequence.isEmpty)
    let wasReplacedInNothing = sequence.replace(at: 0, with: page(10))
    #expect(!wasReplacedInNothing)
    for number in [10, 20, 30] { sequence.append(page(number)) }
    let wasReplaced = sequence.replace(at: 1, with: page(21))
    #expect(wasReplaced)
    #expect(sequence.map(\.number) == [10, 21, 30])
    for outside in [-1, 3, Int.min, Int.max] {
      let wasReplaced = sequence.replace(at: outside, with: page(0))
      #expect(!wasReplaced)
    }
    #expect(sequence.map(\.number) == [10, 21, 30])
  }

  @Test func aSequenceHeldStaysAsItWas() {
    var sequence = PageSequence()
    var snapshots: [PageSequence] = []
    for number in 0..<500 {
      snapshots.append(sequence)
      sequence.append(page(number))
    }
    let wasReplaced = sequence.replace(at: 250, with: page(-1))
    #expect(wasReplaced)
    for (count, snapshot) in snapshots.enumerated() {
      #expect(snapshot.map(\.number) == Array(0..<count))
    }
  }

  @Test func updatesHeldStayAsTheyWere() throws {
    var state = PagerState(initialRequest: firstRequest, retention: .all)
    var updates: [(update: PagerUpdate, notation: String)] = []
    var newest = LoadID(0)
    func note(_ actions: [PagerAction]) {
      for action in actions {
        if case .send(let load, _) = action { newest = load }
        if case .publish(let update) = action { updates.append((update, update.notation)) }
      }
    }
    func receive(_ page: TestPage, _ facts: PageFacts) {
      _ = state.place(page, of: newest)
      note(state.conclude(newest, facts).actions)
    }
    note(try state.start(OperationID(1), .loadAll(Walk(emitsEachPage: true))))
    for number in 0..<50 {
      let page = PageFacts(
        hasData: true, itemCount: 1, next: number < 30 ? .open("N\(number)") : .closed,
        previous: .open("P\(number)"))
      receive(TestPage(name: "\(number)"), page)
    }
    receive(TestPage(name: "without data"), .withoutData)
    note(try state.start(OperationID(2), .fetch))
    let last = PageFacts(hasData: true, itemCount: 1, next: .closed, previous: .closed)
    receive(TestPage(name: "new"), last)

    #expect(updates.count == 52)
    for (update, notation) in updates { #expect(update.notation == notation) }
  }
}

extension ListPage {
  fileprivate var number: Int? { Int(name) }
}
