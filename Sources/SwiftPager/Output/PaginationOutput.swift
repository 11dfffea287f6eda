public import PagerClient
package import PagerState

/// All pages of a list at one moment. Copies are cheap: they share the pages, even while the list grows.
public struct PaginationOutput<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable {
  /// One page: a response to the first query, or to a further one.
  public enum Page: Sendable, Hashable {
    /// The page that the list began with.
    case initial(GraphQLResponse<InitialQuery>)
    /// A page that was loaded before or after the initial page.
    case paginated(GraphQLResponse<PaginatedQuery>)
  }

  /// The pages before the initial one, in the order of the list: the one loaded last comes first.
  public let previousPages: PageCollection<InitialQuery, PaginatedQuery>
  /// The page that the list began with; nil before it arrived.
  public let initialPage: GraphQLResponse<InitialQuery>?
  /// The pages after the initial one, in the order of the list: the one loaded last comes last.
  public let nextPages: PageCollection<InitialQuery, PaginatedQuery>
  /// The page whose arrival or change caused this output.
  public let lastUpdatedPage: Page

  package init(_ pages: PageSnapshot, lastUpdatedPage: Page) {
    previousPages = PageCollection(pages.previous, isReversed: true)
    nextPages = PageCollection(pages.next, isReversed: false)
    let initial = pages.initial.map { QueryPage<InitialQuery, PaginatedQuery>.open($0).output }
    initialPage = if case .initial(let response)? = initial { response } else { nil }
    self.lastUpdatedPage = lastUpdatedPage
  }

  /// An output of any pages, for previews and the tests of an app.
  ///
  /// - Parameters:
  ///   - previousPages: the pages before the initial one, in the order of the list.
  ///   - initialPage: the page that the list began with; nil if it has not arrived.
  ///   - nextPages: the pages after the initial one, in the order of the list.
  ///   - lastUpdatedPage: the page whose arrival or change caused the output.
  public init(
    previousPages: [GraphQLResponse<PaginatedQuery>] = [], initialPage: GraphQLResponse<InitialQuery>?,
    nextPages: [GraphQLResponse<PaginatedQuery>] = [], lastUpdatedPage: Page
  ) {
    self.previousPages = PageCollection(previousPages)
    self.initialPage = initialPage
    self.nextPages = PageCollection(nextPages)
    self.lastUpdatedPage = lastUpdatedPage
  }

  /// The incomplete lists inside the items of all pages, in the order of the list.
  public var allNested: [NestedList] {
    previousPages.flatMap(\.nested.lists) + (initialPage?.nested.lists ?? []) + nextPages.flatMap(\.nested.lists)
  }

  /// The errors of all pages, in the order of the list.
  public var allErrors: [GraphQLError] {
    previousPages.flatMap(\.errors) + (initialPage?.errors ?? []) + nextPages.flatMap(\.errors)
  }
}

extension PaginationOutput where InitialQuery == PaginatedQuery {
  /// All pages, in the order of the list.
  public var allPages: [GraphQLResponse<InitialQuery>] {
    Array(previousPages) + (initialPage.map { [$0] } ?? []) + Array(nextPages)
  }

  /// The data of all pages that have data, in the order of the list.
  public var allData: [InitialQuery.Data] {
    allPages.compactMap(\.data)
  }
}

extension PaginationOutput: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.initialPage == right.initialPage && left.lastUpdatedPage == right.lastUpdatedPage
      && left.previousPages == right.previousPages && left.nextPages == right.nextPages
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(previousPages)
    hasher.combine(initialPage)
    hasher.combine(nextPages)
    hasher.combine(lastUpdatedPage)
  }
}

extension PaginationOutput {
  /// The older name of ``Page``.
  @available(*, deprecated, renamed: "Page")
  public typealias QueryWrapper = Page
}

extension PaginationOutput.Page {
  /// The errors of the page; empty if there are none.
  public var errors: [GraphQLError] {
    switch self {
    case .initial(let response): response.errors
    case .paginated(let response): response.errors
    }
  }

  /// The incomplete lists inside the items of the page.
  public var nested: NestedLists {
    switch self {
    case .initial(let response): response.nested
    case .paginated(let response): response.nested
    }
  }

  /// Where the page came from.
  public var source: UpdateSource {
    switch self {
    case .initial(let response): response.source
    case .paginated(let response): response.source
    }
  }

  /// The data of the page, of either query's type; nil if it has none.
  @_disfavoredOverload
  public var data: (any Hashable & Sendable)? {
    switch self {
    case .initial(let response): response.data
    case .paginated(let response): response.data
    }
  }
}

extension PaginationOutput.Page where InitialQuery == PaginatedQuery {
  /// The data of the page; nil if it has none.
  public var data: InitialQuery.Data? {
    switch self {
    case .initial(let response): response.data
    case .paginated(let response): response.data
    }
  }
}

/// The ways in which a user can choose the outputs of a pager.
extension PaginationOutput {
  /// Calls a function with the data of all pages: previous ones, the initial one, next ones.
  static func applying<Model>(
    _ transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> @Sendable (PaginationOutput) throws -> Model {
    { output in
      try transform(
        output.previousPages.compactMap(\.data), output.initialPage?.data, output.nextPages.compactMap(\.data))
    }
  }

  /// Turns each page with data into a collection, and joins the collections in the order of the list.
  ///
  /// The collection of a page is kept with the page, so that a function runs once for each page and each change of it.
  static func joining<Model: RangeReplaceableCollection & Sendable>(
    _ initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    _ pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> @Sendable (PaginationOutput) throws -> Model {
    let (initialMaker, pageMaker) = (ResponsePart.Maker(), ResponsePart.Maker())
    return { output in
      var model = Model()
      for page in output.previousPages { try model.join(page, pageMaker, pageTransform) }
      if let page = output.initialPage { try model.join(page, initialMaker, initialTransform) }
      for page in output.nextPages { try model.join(page, pageMaker, pageTransform) }
      return model
    }
  }
}

extension RangeReplaceableCollection where Self: Sendable {
  /// Adds what a function makes of the data of a page, if the page has data.
  fileprivate mutating func join<Query: GraphQLQuery>(
    _ page: GraphQLResponse<Query>, _ maker: ResponsePart.Maker, _ transform: (Query.Data) throws -> Self
  ) throws {
    guard let data = page.data else { return }
    self += try page.part.part(of: maker) { try transform(data) }
  }
}
