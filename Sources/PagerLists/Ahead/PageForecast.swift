import PagerState

/// Predicts from the pages so far which pages of an offset list will be requested.
///
/// A forecast may be wrong. Its requests are then cancelled, and the pages are requested one by one until two of them
/// have the same size again.
struct PageForecast: Sendable, Hashable {
  /// What the newest page reported.
  private struct Newest: Hashable {
    let offset: ListOffset
    let measure: PageMeasure
    /// How many items the page before it had; nil if it is the first one that was seen.
    let sizeBefore: Int?
  }

  /// Whether requests name page numbers.
  private let countsPages: Bool
  /// How many items a request asks for; nil if that is not known.
  private let limit: Int64?
  private var newest: Newest?

  init(countsPages: Bool, limit: Int64?) {
    self.countsPages = countsPages
    self.limit = limit
  }

  /// A page came in.
  mutating func note(_ measure: PageMeasure, at offset: ListOffset) {
    var sizeBefore: Int?
    if let newest {
      // The answer that a cache's page came ahead of.
      if newest.offset.number == offset.number { sizeBefore = newest.sizeBefore }
      if numberAfter(newest) == offset.number { sizeBefore = newest.measure.itemCount }
    }
    newest = Newest(offset: offset, measure: measure, sizeBefore: sizeBefore)
  }

  /// The offsets or the numbers of the pages that will be requested after the current request.
  ///
  /// - Parameters:
  ///   - demand: what is wanted beyond that page.
  ///   - maximum: the most of them.
  func numbers(after number: Int64, _ demand: PageDemand, atMost maximum: Int) -> [Int64] {
    guard let newest, numberAfter(newest) == number, isSteady(newest) else { return [] }
    let size = Int64(newest.measure.itemCount)
    var pages = min(Int64(maximum), Int64(demand.further), pagesLeft(after: newest) - 1)
    if let items = demand.items, size > 0 { pages = min(pages, Int64(items).pages(of: size) - 1) }
    guard pages > 0 else { return [] }
    return (1...pages).prefix { !number.addingReportingOverflow(step(newest) &* $0).overflow }
      .map { number + step(newest) * $0 }
  }

  /// Whether further pages can be expected to have as many items as the newest page. If requests name page numbers,
  /// this makes no difference.
  private func isSteady(_ newest: Newest) -> Bool {
    let size = newest.measure.itemCount
    // The number of pages counts the empty ones, too.
    if countsPages { return size > 0 || newest.measure.pageCount != nil }
    guard size > 0 else { return false }
    return newest.sizeBefore.map { $0 == size } ?? (limit.map { $0 == Int64(size) } ?? true)
  }

  /// How many pages the number of pages, or else the total, leaves.
  private func pagesLeft(after newest: Newest) -> Int64 {
    let size = Int64(newest.measure.itemCount)
    if let pageCount = newest.measure.pageCount { return max(0, Self.difference(pageCount, newest.offset.number)) }
    guard let total = newest.measure.total, total > 0 else { return 0 }
    // If the list was opened at some page, it is not known whether the server counts from 0 or 1. An extra request does
    // no harm.
    let before = newest.offset.itemsBefore ?? (countsPages ? Self.product(newest.offset.number - 1, size) : 0)
    let (loaded, isTooLarge) = before.addingReportingOverflow(size)
    return isTooLarge || loaded >= total ? 0 : (total - loaded).pages(of: size)
  }

  private func step(_ newest: Newest) -> Int64 { countsPages ? 1 : Int64(newest.measure.itemCount) }

  private func numberAfter(_ newest: Newest) -> Int64? {
    let (number, isTooLarge) = newest.offset.number.addingReportingOverflow(step(newest))
    return isTooLarge ? nil : number
  }

  private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
    let (difference, isTooLarge) = left.subtractingReportingOverflow(right)
    return isTooLarge ? 0 : difference
  }

  private static func product(_ left: Int64, _ right: Int64) -> Int64 {
    let (product, isTooLarge) = max(0, left).multipliedReportingOverflow(by: right)
    return isTooLarge ? .max : product
  }
}

extension Int64 {
  /// How many pages of a size this number of items takes.
  fileprivate func pages(of size: Int64) -> Int64 { self <= 0 ? 0 : (self - 1) / size + 1 }
}
