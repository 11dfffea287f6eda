import PagerClient
import PagerState

/// Begins walks over a pager's list. Each page is the pager's model of that page alone.
struct ModelWalks<Model: Sendable>: Sendable {
  /// Counts the items of a page by its model.
  typealias Counting = @Sendable (Model) -> ListFacts

  /// Makes the walks of one call.
  let pages: @Sendable (WalkTerms, Counting?) -> QueryPages<Model>

  init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    _ list: QueryList<InitialQuery, PaginatedQuery>,
    _ transform: @escaping @Sendable (PaginationOutput<InitialQuery, PaginatedQuery>) throws -> Model
  ) {
    pages = { terms, counting in
      // A page whose model cannot be made ends the walk when its reader gets it.
      let strategy = counting.map { counting in
        list.strategy.counting { page in (try? transform(PaginationOutput(page, as: .next))).map(counting) }
      }
      return QueryPages {
        QueryWalk(list, terms, strategy: strategy) { page, id in
          try transform(PaginationOutput(page, as: id?.role ?? .next))
        }
      }
    }
  }
}

extension PaginationOutput {
  /// An output of one page.
  ///
  /// - Parameter role: where the page stands; a response to the first query is the initial page.
  fileprivate init(_ page: Page, as role: PageRole) {
    switch page {
    case .initial(let response): self.init(initialPage: response, lastUpdatedPage: page)
    case .paginated(let response):
      self.init(
        previousPages: role == .previous ? [response] : [], initialPage: nil,
        nextPages: role == .previous ? [] : [response], lastUpdatedPage: page)
    }
  }
}
