/// What a page says about the pages around it. If the types of this library do not fit, conform your own type.
public protocol PaginationInfo: Sendable {
  /// Whether there is a page after this one.
  var canLoadNext: Bool { get }
  /// Whether there is a page before this one.
  var canLoadPrevious: Bool { get }

  /// Whether this page does not say if there is a page in a direction.
  ///
  /// True ends the list there: subscribers get `IncompleteListError.missingPageInfo`, and the pager sends no request.
  /// The default is false.
  func isPageInfoMissing(toward direction: PaginationDirection) -> Bool

  /// Whether there is null in place of the page's items.
  ///
  /// The pager calls this only if the page says that there is more. True ends the list there: subscribers get
  /// `IncompleteListError.nullList`, and the pager sends no request. The default is false.
  func isListNull(toward direction: PaginationDirection) -> Bool

  /// Whether the page in a direction needs a cursor that this page does not give.
  ///
  /// The pager calls this only if the page says that there is more. True ends the list there: subscribers get
  /// `IncompleteListError.nullCursor`, and the pager sends no request. The default is false.
  func isCursorMissing(toward direction: PaginationDirection) -> Bool

  /// Whether two items of the page have the same key, so that the query of the page in a direction may skip items.
  ///
  /// True ends the list there: subscribers get `IncompleteListError.duplicateKey`, and the pager sends no request. The
  /// default is false.
  func isKeyRepeated(toward direction: PaginationDirection) -> Bool
}

extension PaginationInfo {
  public func isPageInfoMissing(toward direction: PaginationDirection) -> Bool { false }
  public func isListNull(toward direction: PaginationDirection) -> Bool { false }
  public func isCursorMissing(toward direction: PaginationDirection) -> Bool { false }
  public func isKeyRepeated(toward direction: PaginationDirection) -> Bool { false }
}

/// The side of a list on which to load a page.
public enum PaginationDirection: Sendable, Hashable, CaseIterable {
  /// After the last page.
  case next
  /// Before the first page.
  case previous
}

/// The argument of a function that reads a page info: the data of the page, and all pages so far.
public enum PageExtractionData<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Output> {
  /// The data of the first page.
  case initial(InitialQuery.Data, Output)
  /// The data of a further page.
  case paginated(PaginatedQuery.Data, Output)

  /// All pages so far, or the transform of them: published or not, and including this page.
  public var output: Output {
    switch self {
    case .initial(_, let output), .paginated(_, let output): output
    }
  }
}

extension PageExtractionData {
  /// The same page with another value in place of all pages.
  func map<Other>(_ other: (Output) -> Other) -> PageExtractionData<InitialQuery, PaginatedQuery, Other> {
    switch self {
    case .initial(let data, let output): .initial(data, other(output))
    case .paginated(let data, let output): .paginated(data, other(output))
    }
  }
}

extension PageExtractionData: Sendable where Output: Sendable {}
