import Testing

@testable import SwiftPager

@Suite("A mark finds what is new, and checks the order")
struct WatermarkTests {
  @Test("A descending walk ends at the first item strictly below the floor")
  func descending() throws {
    var watermark = Watermark(10, order: .descending) { $0 - 2 }
    #expect(try watermark.take([15, 12, 10]) == .init(new: 0..<3, isAtKnown: false))
    #expect(try watermark.take([8, 7, 7]) == .init(new: 0..<1, isAtKnown: true))
    #expect(watermark.mark == 15)
    #expect(watermark.floor == 8)
  }

  @Test("Without a mark all items are new, and an empty page does not end the walk")
  func first() throws {
    var watermark = Watermark<Int>(order: .descending)
    #expect(try watermark.take([Int]()) == .init(new: 0..<0, isAtKnown: false))
    #expect(try watermark.take([3, 3, 1]) == .init(new: 0..<3, isAtKnown: false))
    #expect(watermark.mark == 3)
  }

  @Test("The order is checked past the mark, and across pages")
  func disorder() throws {
    var watermark = Watermark(10, order: .descending)
    _ = try watermark.take([11, 9])
    let error = #expect(throws: ListOrderError.self) { try watermark.take([8, 9]) }
    #expect(error?.position.page == 2 && error?.position.index == 1)
    #expect(error?.previous?.page == 2 && error?.previous?.index == 0)

    var ascending = Watermark(1, order: .ascending)
    _ = try ascending.take([1, 5])
    #expect(throws: ListOrderError.self) { try ascending.take([4]) }
    #expect(throws: ListOrderError.self) { try ascending.take([nil, 9]) }
  }

  @Test("The mark never goes down")
  func mark() throws {
    var watermark = Watermark(10, order: .ascending)
    #expect(try watermark.take([7, 8]) == .init(new: 0..<2, isAtKnown: false))
    #expect(watermark.mark == 10)
  }
}
