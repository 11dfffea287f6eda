import HashTreeCollections

/// Pages in the order in which they were loaded.
///
/// A persistent collection: a copy shares its pages with the original, so adding or replacing a page while a subscriber
/// holds an older sequence copies no other page, and takes a time logarithmic in their number.
public struct PageSequence<Page: Sendable>: Sendable, RandomAccessCollection {
  private var pages: TreeDictionary<Int, Page> = [:]

  public init() {}

  public var startIndex: Int { 0 }
  public var endIndex: Int { pages.count }

  public subscript(position: Int) -> Page {
    guard let page = pages[position] else {
      preconditionFailure("page \(position) of \(pages.count)")
    }
    return page
  }

  /// The page at a position; nil if there is none.
  func page(at position: Int) -> Page? { pages[position] }

  /// Adds a page after the newest one.
  public mutating func append(_ page: Page) {
    pages[pages.count] = page
  }

  /// Puts a page in the place of another. Returns whether there is one.
  public mutating func replace(at position: Int, with page: Page) -> Bool {
    guard indices.contains(position) else { return false }
    pages[position] = page
    return true
  }
}
