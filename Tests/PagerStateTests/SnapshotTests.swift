import Testing

@testable import PagerState

@Suite("Snapshots stay as they were while the list grows")
struct SnapshotTests {
  @Test func pagesAreAddressedInTheOrderOfTheList() {
    var snapshot = PageSnapshot<Int>()
    #expect(snapshot.count == 0)
    #expect(snapshot.page(at: 0) == nil)
    snapshot.add(ByReference(0), as: .initial)
    for page in 1...3 { snapshot.add(ByReference(page), as: .next) }
    for page in [-1, -2] { snapshot.add(ByReference(page), as: .previous) }

    #expect(snapshot.count == 6)
    #expect((0..<6).map { snapshot.page(at: $0)?.page } == [-2, -1, 0, 1, 2, 3])
    #expect((0..<6).map { snapshot.page(at: $0)?.role } == [.previous, .previous, .initial, .next, .next, .next])
    for outside in [-1, 6, Int.min, Int.max] { #expect(snapshot.page(at: outside) == nil) }
  }

  @Test func withoutAnInitialPageTheOthersFollowEachOther() {
    var snapshot = PageSnapshot<Int>()
    snapshot.add(ByReference(-1), as: .previous)
    snapshot.add(ByReference(1), as: .next)
    #expect((0..<2).map { snapshot.page(at: $0)?.page } == [-1, 1])
    #expect((0..<2).map { snapshot.page(at: $0)?.role } == [.previous, .next])
  }

  @Test func aPageThatChangedHasThePositionOfItsPlace() {
    var snapshot = PageSnapshot<Int>()
    snapshot.add(ByReference(0), as: .initial)
    for page in 1...2 { snapshot.add(ByReference(page), as: .next) }
    for page in [-1, -2] { snapshot.add(ByReference(page), as: .previous) }
    let positions = [(PageRole.previous, 1), (.previous, 0), (.initial, 0), (.next, 0), (.next, 1)].map { role, index in
      snapshot.position(of: change(role, PageID(list: 1, role: role, index: index)))
    }
    #expect(positions == [0, 1, 2, 3, 4])
    #expect(snapshot.position(of: change(.next, PageID(list: 1, role: .next, index: 2))) == nil)
    #expect(snapshot.position(of: change(.next, nil)) == nil)
  }

  @Test func aPageThatIsShownAloneIsTheFirst() {
    var snapshot = PageSnapshot<Int>()
    #expect(snapshot.position(of: change(.next, nil)) == nil)
    snapshot.add(ByReference(7), as: .next)
    #expect(snapshot.position(of: change(.next, PageID(list: 1, role: .next, index: 6))) == 0)
    #expect(snapshot.position(of: change(.next, nil)) == 0)
  }

  private func change(_ role: PageRole, _ id: PageID?) -> PageChange<Int> {
    PageChange(ByReference(0), as: role, at: id, from: .server)
  }

  @Test func aSequenceGrowsAtItsEndAndReplacesAnyPage() {
    var sequence = PageSequence<Int>()
    #expect(sequence.isEmpty)
    let wasReplacedInNothing = sequence.replace(at: 0, with: 10)
    #expect(!wasReplacedInNothing)
    for page in [10, 20, 30] { sequence.append(page) }
    let wasReplaced = sequence.replace(at: 1, with: 21)
    #expect(wasReplaced)
    #expect(Array(sequence) == [10, 21, 30])
    for outside in [-1, 3, Int.min, Int.max] {
      let wasReplaced = sequence.replace(at: outside, with: 0)
      #expect(!wasReplaced)
    }
    #expect(Array(sequence) == [10, 21, 30])
  }

  @Test func aSequenceHeldStaysAsItWas() {
    var sequence = PageSequence<Int>()
    var snapshots: [PageSequence<Int>] = []
    for page in 0..<500 {
      snapshots.append(sequence)
      sequence.append(page)
    }
    let wasReplaced = sequence.replace(at: 250, with: -1)
    #expect(wasReplaced)
    for (count, snapshot) in snapshots.enumerated() {
      #expect(snapshot.elementsEqual(0..<count))
    }
  }

  @Test func updatesHeldStayAsTheyWere() throws {
    var state = PagerState<TestTypes>(initialRequest: firstRequest, retention: .all)
    var updates: [(update: PagerUpdate<TestTypes>, notation: String)] = []
    var newest = LoadID(0)
    func note(_ actions: [PagerAction<TestTypes>]) {
      for action in actions {
        if case .send(let load, _) = action { newest = load }
        if case .publish(let update) = action { updates.append((update, update.notation)) }
      }
    }
    func receive(_ page: TestPage, _ inspection: PageInspection<String>) {
      _ = state.place(page, of: newest)
      note(state.conclude(newest, inspection).actions)
    }
    note(try state.start(OperationID(1), .loadAll(Walk(emitsEachPage: true))))
    for number in 0..<50 {
      let page = PageInspection<String>(
        hasData: true, itemCount: 1, next: number < 30 ? .open("N\(number)") : .closed,
        previous: .open("P\(number)"))
      receive(TestPage(name: "\(number)"), page)
    }
    receive(TestPage(name: "without data"), .withoutData)
    note(try state.start(OperationID(2), .fetch))
    let last = PageInspection<String>(hasData: true, itemCount: 1, next: .closed, previous: .closed)
    receive(TestPage(name: "new"), last)

    #expect(updates.count == 52)
    for (update, notation) in updates { #expect(update.notation == notation) }
  }
}
