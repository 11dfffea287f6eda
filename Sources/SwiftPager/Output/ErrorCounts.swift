import PagerClient
import PagerJSON
import PagerState

/// Counts the errors of the server in a list's pages, beside data or without data.
///
/// If a list has such errors, parts of it are missing. By default such errors do not change what a call throws: check
/// the counts yourself, or make a pager with `isStrict: true`.
public struct ErrorCounts: Sendable, Hashable {
  /// The number of pages with errors; at least 1.
  public let pages: Int
  /// The number of errors on these pages. On a page with very many errors, only those that the pager keeps count.
  public let errors: Int
  /// The first error.
  public let first: First

  /// The first error of a list.
  public struct First: Sendable, Hashable {
    /// The number of the page with the error, counted from 1.
    public let page: Int
    /// The message of the error; nil if it has none.
    public let message: String?
    /// The field of the error, as a JSON Pointer below `data`; nil if the error does not name one.
    public let path: String?

    /// An error, for previews and the tests of an app.
    public init(page: Int, message: String?, path: String?) {
      self.page = page
      self.message = message
      self.path = path
    }
  }

  /// Counts, for previews and the tests of an app.
  public init(pages: Int, errors: Int, first: First) {
    self.pages = pages
    self.errors = errors
    self.first = first
  }
}

extension PaginationOutput {
  /// The counts of the server's errors in the pages; nil if no page has errors.
  ///
  /// Pages count in the order of the list.
  public var errorCounts: ErrorCounts? {
    let pages = previousPages.map(\.errors) + (initialPage.map { [$0.errors] } ?? []) + nextPages.map(\.errors)
    let counted = pages.enumerated().filter { !$0.element.isEmpty }
    guard let first = counted.first, let error = first.element.first else { return nil }
    return ErrorCounts(
      pages: counted.count, errors: counted.reduce(0) { $0 + $1.element.count },
      first: ErrorCounts.First(page: first.offset + 1, message: error.message, path: error.pointer))
  }
}

extension ErrorCounts {
  init(_ counts: PartialData) {
    self.init(
      pages: counts.pages, errors: counts.errors,
      first: First(page: counts.first.page, message: counts.first.message, path: counts.first.path))
  }
}

extension ErrorsBesideData {
  /// Nil if there are none.
  init?(_ errors: [GraphQLError]) {
    guard let first = errors.first else { return nil }
    self.init(count: errors.count, message: first.message, path: first.pointer)
  }
}

extension GraphQLError {
  /// Its path as a JSON Pointer; nil if it has none.
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
