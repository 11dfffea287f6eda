import HashTreeCollections

/// Pages in the order in which they were loaded.
///
/// A persistent collection: a copy shares its pages with the original, so appending a page while a subscriber holds an
/// older sequence copies no pages, and costs the same with ten pages as with ten thousand.
package struct PageSequence<Page: Sendable>: Sendable, RandomAccessCollection {
  private var pages: TreeDictionary<Int, Page> = [:]

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { pages.count }

  package subscript(position: Int) -> Page {
    guard let page = pages[position] else {
      preconditionFailure("page \(position) of \(pages.count)")
    }
    return page
  }

  /// Adds a page after the newest one.
  package mutating func append(_ page: Page) {
    pages[pages.count] = page
  }

  /// Puts a page where the newest one is; adds it when there is none.
  package mutating func replaceNewest(with page: Page) {
    pages[Swift.max(pages.count - 1, 0)] = page
  }
}
