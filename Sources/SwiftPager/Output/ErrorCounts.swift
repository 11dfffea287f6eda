import PagerClient
import PagerJSON
import PagerState

/// The errors that came beside the data of a list, counted: what it lacks although its pages have data.
///
/// A walk that meets them ends as it does without: they are for you to look at. Pages with errors and no data do not count.
public struct ErrorCounts: Sendable, Hashable {
  /// How many pages came with errors; at least 1.
  public let pages: Int
  /// How many errors these have together; of a page with very many, those that are kept count.
  public let errors: Int
  /// The first error.
  public let first: First

  /// The first error of a list.
  public struct First: Sendable, Hashable {
    /// The page that has it, from 1.
    public let page: Int
    /// What it says; nil where it has no message.
    public let message: String?
    /// Where it belongs: a JSON Pointer below `data`; nil where it does not say.
    public let path: String?

    public init(page: Int, message: String?, path: String?) {
      self.page = page
      self.message = message
      self.path = path
    }
  }

  public init(pages: Int, errors: Int, first: First) {
    self.pages = pages
    self.errors = errors
    self.first = first
  }
}

extension PaginationOutput {
  /// The errors beside the data of all pages; nil where there are none. Pages are numbered in the order of the list.
  public var errorCounts: ErrorCounts? {
    let initial = initialPage.map { [($0.data != nil, $0.errors)] } ?? []
    let pages =
      previousPages.map { ($0.data != nil, $0.errors) } + initial + nextPages.map { ($0.data != nil, $0.errors) }
    let counted = pages.enumerated().filter { $0.element.0 && !$0.element.1.isEmpty }
    guard let first = counted.first, let error = first.element.1.first else { return nil }
    return ErrorCounts(
      pages: counted.count, errors: counted.reduce(0) { $0 + $1.element.1.count },
      first: ErrorCounts.First(page: first.offset + 1, message: error.message, path: error.pointer))
  }
}

extension QueryPager {
  /// The errors beside the data of the list, as far as it was loaded; nil where there are none. Pages are numbered in the order
  /// of loading, those before a resume token included.
  public var errorCounts: ErrorCounts? { coordinator.errorCounts }
}

extension ErrorCounts {
  init(_ counts: PartialData) {
    self.init(
      pages: counts.pages, errors: counts.errors,
      first: First(page: counts.first.page, message: counts.first.message, path: counts.first.path))
  }
}

extension ErrorsBesideData {
  /// Nil where there are none.
  init?(_ errors: [GraphQLError]) {
    guard let first = errors.first else { return nil }
    self.init(count: errors.count, message: first.message, path: first.pointer)
  }
}

extension GraphQLError {
  /// Its path as a JSON Pointer; nil where it has none.
  fileprivate var pointer: String? {
    if path.isEmpty { return nil }
    return JSONPointer(
      tokens: path.map { step in
        switch step {
        case .field(let name): name
        case .index(let index): "\(index)"
        }
      }
    ).description
  }
}
