public import PagerClient

/// The page whose page info to read, with all pages so far.
public enum PageExtractionData<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Output> {
  /// The data of the first page.
  case initial(InitialQuery.Data, Output)
  /// The data of a further page.
  case paginated(PaginatedQuery.Data, Output)

  /// All pages so far, published or not, including the page whose page info to read.
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
