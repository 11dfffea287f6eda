import HashTreeCollections

/// The errors that came beside the data of one page.
public struct ErrorsBesideData: Sendable, Hashable {
  /// How many there are; at least 1.
  public let count: Int
  /// The message of the first error; nil if it has none.
  public let message: String?
  /// The field of the first error, as a JSON Pointer below `data`; nil if the error does not name one.
  public let path: String?

  public init(count: Int, message: String?, path: String?) {
    self.count = count
    self.message = message
    self.path = path
  }
}

/// Counts the errors that came with the data of a list: parts of it are missing although every page has data.
public struct PartialData: Sendable, Hashable {
  /// How many pages of the list came with errors; at least 1.
  public private(set) var pages: Int
  /// How many errors these have together.
  public private(set) var errors: Int
  /// The first error of the list.
  public private(set) var first: First
  /// The errors of the retained pages. Another answer may replace such a page, and removes its errors.
  private var held: TreeDictionary<PageID, Held> = [:]

  /// The first error of a list.
  public struct First: Sendable, Hashable {
    /// The page that has it, from 1 and in the order of loading.
    public let page: Int
    /// The message of the error; nil if it has none.
    public let message: String?
    /// The field of the error, as a JSON Pointer below `data`; nil if the error does not name one.
    public let path: String?

    public init(page: Int, message: String?, path: String?) {
      self.page = page
      self.message = message
      self.path = path
    }
  }

  private struct Held: Sendable, Hashable {
    let page: Int
    let errors: ErrorsBesideData

    var first: First { First(page: page, message: errors.message, path: errors.path) }
  }

  public init(pages: Int, errors: Int, first: First) {
    self.pages = pages
    self.errors = errors
    self.first = first
  }

  /// The counts with those of a page that has come; nil if there are none.
  ///
  /// - Parameters:
  ///   - page: the number of the page.
  ///   - id: its place; nil if it is not retained.
  static func adding(
    _ errors: ErrorsBesideData?, of page: Int, at id: PageID?, to counts: PartialData?
  ) -> PartialData? {
    guard let errors else { return counts }
    let new = Held(page: page, errors: errors)
    var sum = counts ?? PartialData(pages: 0, errors: 0, first: new.first)
    sum.pages += 1
    sum.errors += errors.count
    if let id { sum.held[id] = new }
    return sum
  }

  /// The counts after another answer replaced a page; nil if no errors are left.
  static func replacing(_ id: PageID, with errors: ErrorsBesideData?, in counts: PartialData?) -> PartialData? {
    guard var rest = counts, let old = rest.held.removeValue(forKey: id) else { return counts }
    rest.pages -= 1
    rest.errors -= old.errors.count
    let others = rest.pages > 0 ? rest : nil
    guard var sum = adding(errors, of: old.page, at: id, to: others) else { return nil }
    if sum.first == old.first, let first = sum.held.values.min(by: { $0.page < $1.page }) { sum.first = first.first }
    return sum
  }
}
