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
    #expect(ready.name(atMost: 2) == [one, two])
    #expect(ready.unnamedCount == 1, "the third has not been named")
    ready.remove(one)
    ready.add(one)
    #expect(ready.unnamedCount == 2)
    #expect(ready.name(atMost: 8) == [two, three, one])
    #expect(ready.unnamedCount == 0)
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
    for _ in 0..<100_000 {
      ready.add(one)
      ready.remove(one)
    }
    let entries = Mirror(reflecting: ready).children.first { $0.label == "entries" }
    let count = (entries?.value as? any Collection)?.count
    #expect(count.map { $0 < 100 } == true)
    #expect(ready.unnamedCount == 0)
  }
}
