import PagerState
import Testing

@testable import PagerLists

@Suite("The forecast of an offset list's pages")
struct PageForecastTests {
  private let all = PageDemand(further: .max)

  /// A forecast after pages of these sizes, from the beginning of a list.
  private func forecast(
    _ sizes: [Int], total: Int64? = 100, limit: Int64? = 10, countsPages: Bool = false
  ) -> PageForecast {
    var forecast = PageForecast(countsPages: countsPages, limit: limit)
    var before: Int64 = 0
    for (index, size) in sizes.enumerated() {
      forecast.note(
        PageMeasure(itemCount: size, total: total),
        at: ListOffset(number: countsPages ? Int64(index + 1) : before, itemsBefore: before))
      before += Int64(size)
    }
    return forecast
  }

  @Test func nothingIsKnownBeforeTheFirstPage() {
    #expect(forecast([]).numbers(after: 0, all, atMost: 3) == [])
  }

  @Test func oneFullPageTellsTheOthers() {
    #expect(forecast([10]).numbers(after: 10, all, atMost: 3) == [20, 30, 40])
  }

  @Test func theTotalIsTheEnd() {
    #expect(forecast([10], total: 35).numbers(after: 10, all, atMost: 9) == [20, 30])
    #expect(forecast([10], total: 20).numbers(after: 10, all, atMost: 9) == [])
    #expect(forecast([10], total: nil).numbers(after: 10, all, atMost: 9) == [])
    #expect(forecast([10], total: -5).numbers(after: 10, all, atMost: 9) == [])
  }

  @Test func nothingIsSentThatIsNotWanted() {
    let forecast = forecast([10])
    #expect(forecast.numbers(after: 10, PageDemand(further: 0), atMost: 9) == [])
    #expect(forecast.numbers(after: 10, PageDemand(further: 1), atMost: 9) == [20])
    #expect(forecast.numbers(after: 10, PageDemand(further: .max, items: 25), atMost: 9) == [20, 30])
    #expect(forecast.numbers(after: 10, PageDemand(further: .max, items: 10), atMost: 9) == [])
  }

  @Test(
    "After a page of another size the next ones are asked for one by one, until two have the same size",
    arguments: [
      ([7], []), ([7, 7], [21, 28]), ([10, 7], []), ([10, 7, 10], []), ([10, 7, 10, 10], [47, 57]), ([0], []),
    ] as [([Int], [Int64])])
  func sizes(sizes: [Int], numbers: [Int64]) {
    let next = Int64(sizes.reduce(0, +))
    #expect(forecast(sizes).numbers(after: next, all, atMost: 2) == numbers)
  }

  @Test func withoutALimitTheFirstPageTells() {
    #expect(forecast([7], limit: nil).numbers(after: 7, all, atMost: 1) == [14])
  }

  @Test func pageNumbersDoNotDependOnSizes() {
    #expect(forecast([10, 7], countsPages: true).numbers(after: 3, all, atMost: 2) == [4, 5])
  }

  @Test(
    "The number of pages is the end, whatever the total says",
    arguments: [(4, [3, 4]), (2, []), (0, []), (-3, [])] as [(Int64, [Int64])])
  func pageCount(count: Int64, numbers: [Int64]) {
    var forecast = PageForecast(countsPages: true, limit: nil)
    forecast.note(
      PageMeasure(itemCount: 10, total: 1000, pageCount: count), at: ListOffset(number: 1, itemsBefore: nil))
    #expect(forecast.numbers(after: 2, all, atMost: 9) == numbers)
  }

  @Test("An empty page in the middle leaves the number of pages as it was, and no total to count with")
  func emptyPage() {
    var forecast = PageForecast(countsPages: true, limit: 10)
    let offset = ListOffset(number: 2, itemsBefore: 10)
    forecast.note(PageMeasure(itemCount: 0, total: 100, pageCount: 5), at: offset)
    #expect(forecast.numbers(after: 3, all, atMost: 9) == [4, 5])
    #expect(forecast.numbers(after: 3, PageDemand(further: 1, items: 5), atMost: 9) == [4])
    forecast.note(PageMeasure(itemCount: 0, total: 100), at: offset)
    #expect(forecast.numbers(after: 3, all, atMost: 9) == [])
  }

  @Test func aListThatGoesOnElsewhereIsNotForecast() {
    #expect(forecast([10, 10]).numbers(after: 0, all, atMost: 2) == [])
    #expect(forecast([10, 10]).numbers(after: 40, all, atMost: 2) == [])
  }

  @Test func aPageInTheMiddleIsEnough() {
    var forecast = PageForecast(countsPages: true, limit: 10)
    forecast.note(PageMeasure(itemCount: 10, total: 100), at: ListOffset(number: 8, itemsBefore: nil))
    #expect(forecast.numbers(after: 9, all, atMost: 5) == [10])
  }

  @Test func theAnswerToAPageFromTheCacheCountsInItsPlace() {
    var forecast = forecast([10, 10])
    forecast.note(PageMeasure(itemCount: 4, total: 100), at: ListOffset(number: 20, itemsBefore: 20))
    forecast.note(PageMeasure(itemCount: 10, total: 100), at: ListOffset(number: 20, itemsBefore: 20))
    #expect(forecast.numbers(after: 30, all, atMost: 1) == [40])
  }

  @Test func numbersBeyondAllIntegersAreNone() {
    var forecast = PageForecast(countsPages: false, limit: nil)
    forecast.note(
      PageMeasure(itemCount: 10, total: .max), at: ListOffset(number: .max - 25, itemsBefore: .max - 25))
    #expect(forecast.numbers(after: .max - 15, all, atMost: 5) == [.max - 5])
    forecast.note(PageMeasure(itemCount: 10, total: .max), at: ListOffset(number: .max, itemsBefore: 3))
    #expect(forecast.numbers(after: .max, all, atMost: 5) == [])
  }
}
