import TestSupport
import Testing

@testable import PagerLists

@Suite("The identities of a list's items")
struct SeenIdentitiesTests {
  @Test func whatAnEarlierPageHadIsADuplicate() {
    var seen = SeenIdentities()
    #expect(seen.add([1, 2, 3], of: 0) == [])
    #expect(seen.add([3, 4, 1], of: 3) == [0, 2])
    #expect(seen.add([5, 5], of: 6) == [1])
    #expect(seen.count == 5)
  }

  @Test func itemsWithoutAnIdentityAreAlwaysNew() {
    var seen = SeenIdentities()
    #expect(seen.add([0, 0, 1], of: 0) == [])
    #expect(seen.add([0, 1], of: 3) == [1])
  }

  @Test func aPageThatComesAgainLosesNothingToItself() {
    var seen = SeenIdentities()
    #expect(seen.add([1, 2], of: 0) == [])
    #expect(seen.add([2, 3], of: 2) == [0])
    #expect(seen.add([2, 3, 4], of: 2) == [0])
    #expect(seen.add([4, 5], of: 5) == [0])
  }

  @Test func whatIsGoneBackBeforeIsForgotten() {
    var seen = SeenIdentities()
    for page in 0..<5 { _ = seen.add([UInt64(page) + 1, 100 + UInt64(page)], of: Int64(page)) }
    #expect(seen.add([4, 5, 3, 1], of: 3) == [2, 3])
    #expect(seen.count == 8)
    #expect(seen.add([4, 5], of: 0) == [])
    #expect(seen.count == 2)
  }

  @Test func theOldestAreForgottenWhenThereAreTooMany() {
    var seen = SeenIdentities(tableSize: 4)
    for identity in UInt64(1)...20 {
      #expect(seen.add([identity], of: Int64(identity)) == [])
      #expect(seen.count <= 8)
    }
    #expect(seen.add([17, 18, 19, 20], of: 21) == [0, 1, 2, 3])
    #expect(seen.add([1, 2], of: 22) == [])
  }

  @Test func aPageThatFillsATableCanComeAgain() {
    var seen = SeenIdentities(tableSize: 4)
    #expect(seen.add([1, 2, 3], of: 0) == [])
    #expect(seen.add([4, 5, 1], of: 3) == [2])
    #expect(seen.add([4, 5, 1], of: 3) == [2])
    #expect(seen.add([1, 2, 3, 4, 5], of: 0) == [])
  }

  @Test("The filter finds the same repeats as a plain set", arguments: 1...20)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var seen = SeenIdentities()
    var pages: [Int64: Set<UInt64>] = [:]
    var page: Int64 = 0
    for _ in 0..<300 {
      page = Bool.random(using: &generator) ? page + 1 : Int64.random(in: 0...page + 1, using: &generator)
      pages = pages.filter { $0.key < page }
      let known = pages.values.reduce(into: Set()) { $0.formUnion($1) }
      var own: Set<UInt64> = []
      var duplicates: [Int] = []
      let identities = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt64.random(in: 1...500, using: &generator) &* 64
      }
      for (index, identity) in identities.enumerated()
      where known.contains(identity) || !own.insert(identity).inserted {
        duplicates.append(index)
      }
      #expect(seen.add(identities, of: page) == duplicates)
      pages[page] = own
    }
  }
}
