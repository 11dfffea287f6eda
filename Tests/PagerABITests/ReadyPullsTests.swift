import Testing

@testable import PagerABI

@Suite("What is ready to be pulled")
struct ReadyPullsTests {
  private let one = PulledHandle(isOperation: true, key: 1)
  private let two = PulledHandle(isOperation: false, key: 2)
  private let three = PulledHandle(isOperation: true, key: 3)

  @Test("What waits longest is named first, and again until it is pulled")
  func order() {
    var ready = ReadyPulls()
    for handle in [one, two, three, one] { ready.add(handle) }
    #expect(ready.unnamedCount == 3)
    #expect(ready.name(atMost: 2) == [one, two])
    #expect(ready.unnamedCount == 1)
    #expect(ready.name(atMost: 2) == [one, three], "the third has not been named before")
    #expect(ready.unnamedCount == 0)
    ready.remove(one)
    ready.add(one)
    #expect(ready.unnamedCount == 1)
    #expect(ready.name(atMost: 8) == [two, three, one])
    #expect(ready.unnamedCount == 0)
  }

  @Test("What is left unpulled is named in turn, and takes no room from the rest")
  func turns() {
    var ready = ReadyPulls()
    for handle in [one, two] { ready.add(handle) }
    #expect(ready.name(atMost: 1) == [one])
    #expect(ready.name(atMost: 1) == [two])
    #expect(ready.name(atMost: 1) == [one])
    #expect(ready.name(atMost: 1) == [two])
    ready.add(three)
    #expect(ready.name(atMost: 1) == [three])
    #expect(ready.unnamedCount == 0)
    ready.remove(two)
    #expect(ready.name(atMost: 1) == [one])
    #expect(ready.name(atMost: 1) == [three])
    #expect(ready.name(atMost: 8) == [one, three])
  }

  @Test("A count of nothing names nothing")
  func none() {
    var ready = ReadyPulls()
    ready.add(one)
    #expect(ready.name(atMost: 0) == [])
    #expect(ready.unnamedCount == 1)
    ready.remove(two)
    ready.remove(one)
    #expect(ready.unnamedCount == 0)
    #expect(ready.name(atMost: 8) == [])
  }

  @Test("A program that stops asking leaves a list that does not grow")
  func growth() {
    var ready = ReadyPulls()
    for round in 0..<100_000 {
      ready.add(one)
      if round < 1_000 { _ = ready.name(atMost: 1) }
      ready.remove(one)
    }
    let lists = Mirror(reflecting: ready).children.compactMap { $0.value as? any RandomAccessCollection }
    #expect(lists.count == 2)
    #expect(lists.allSatisfy { $0.count < 100 })
    #expect(ready.unnamedCount == 0)
  }
}
