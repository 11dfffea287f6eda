import PagerJSON
import TestSupport
import Testing

@testable import PagerLists

@Suite("Whether items come in the order of their values")
struct OrderCheckTests {
  private static func rule(_ order: SinceOrder, _ tolerance: SinceTolerance = .none) -> SinceRule {
    SinceRule(path: JSONPointer(tokens: ["at"]), type: .integer, order: order, tolerance: tolerance)
  }

  /// The positions of the items that are out of order, each with the position of the earlier one.
  private static func faults(_ values: [Int64], _ rule: SinceRule, pageSize: Int = 100) -> [[Int]] {
    var column = SinceColumn()
    var order = PageOrder(after: OrderCheck(rule), &column)
    return values.enumerated().compactMap { index, value in
      if index > 0, index.isMultiple(of: pageSize) {
        let check = order.checked(column)
        column = SinceColumn()
        order = PageOrder(after: check, &column)
      }
      let place = column.add(
        OrderCheck.Item(value: .integer(WholeNumber(value), isQuoted: false), page: 1, index: index))
      return order.follow(place, in: column).earlier.map { [column.item(at: $0).index, index] }
    }
  }

  @Test("Equal values are in order, and of several earlier items the nearest is named")
  func equal() {
    #expect(Self.faults([5, 5, 4, 4, 6, 3], Self.rule(.descending)) == [[3, 4]])
    #expect(Self.faults([1, 1, 3, 3, 2, 4], Self.rule(.ascending)) == [[3, 4]])
    #expect(Self.faults([1, 9, 3], Self.rule(.filtered)).isEmpty)
  }

  @Test("The check finds the same disorder as a comparison with all earlier items", arguments: 0..<40)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let values = (0..<12).map { _ in Int64.random(in: 0...20, using: &random) }
      let count = Int.random(in: 0...4, using: &random)
      let isDescending = Bool.random(using: &random)
      let order: SinceOrder = isDescending ? .descending : .ascending
      let tolerance: SinceTolerance = count == 0 ? .none : .items(count)
      // An item out of order is told, and does not count as a bound afterwards.
      var taken: [(index: Int, value: Int64)] = []
      var expected: [Int] = []
      for (index, value) in values.enumerated() {
        let earlier = taken.dropLast(count)
        if earlier.contains(where: { isDescending ? value > $0.value : value < $0.value }) {
          expected.append(index)
        } else {
          taken.append((index, value))
        }
      }
      for pageSize in [100, 1, 5] {
        let faults = Self.faults(values, Self.rule(order, tolerance), pageSize: pageSize)
        #expect(faults.map { $0[1] } == expected, "\(values), \(tolerance), pages of \(pageSize)")
      }
    }
  }

  @Test("What is new, and what may come again, is what a comparison with all earlier items says", arguments: 0..<20)
  func repeats(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let isDescending = Bool.random(using: &random)
      let tolerance: SinceTolerance = [.none, .items(2), .distance(3)].randomElement(using: &random) ?? .none
      let rule = Self.rule(isDescending ? .descending : .ascending, tolerance)
      var column = SinceColumn()
      var order = PageOrder(after: OrderCheck(rule), &column)
      var taken: [Int64] = []
      for index in 0..<12 {
        let value = Int64(isDescending ? -index : index) + Int64.random(in: -2...2, using: &random)
        let place = column.add(
          OrderCheck.Item(value: .integer(WholeNumber(value), isQuoted: false), page: 1, index: index))
        let isNew = taken.allSatisfy { isDescending ? value < $0 : value > $0 }
        let mayFollow = order.mayComeAgain(place, in: column)
        let step = order.follow(place, in: column)
        #expect(step.isNew == isNew)
        #expect(mayFollow == (step.earlier == nil))
        if mayFollow { taken.append(value) }
      }
    }
  }

  @Test("A distance is allowed between an item and the most extreme one before it")
  func distance() {
    let rule = Self.rule(.descending, .distance(2))
    #expect(Self.faults([10, 8, 10, 9, 7], rule).isEmpty)
    #expect(Self.faults([10, 8, 11], rule) == [[1, 2]])
    #expect(Self.faults([1, 3, 1, 0], Self.rule(.ascending, .distance(2))) == [[1, 3]])
  }
}
