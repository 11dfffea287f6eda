public import PagerClient

/// The page whose info is wanted, and all pages so far, it included.
public enum PageExtractionData<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Output> {
  /// The data of the first page.
  case initial(InitialQuery.Data, Output)
  /// The data of a further page.
  case paginated(PaginatedQuery.Data, Output)

  /// All pages so far, published or not, the one whose info is wanted included.
  public var output: Output {
    switch self {
    case .initial(_, let output), .paginated(_, let output): output
    }
  }
}

extension PageExtractionData: Sendable where Output: Sendable {}
