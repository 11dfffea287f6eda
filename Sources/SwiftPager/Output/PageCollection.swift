import PagerState

/// The pages before or after the initial page, in the order of the list.
///
/// Use it like an array; `Array(output.nextPages)` makes an array. A copy shares the pages with the original.
public struct PageCollection<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable,
  RandomAccessCollection
{
  public typealias Element = GraphQLResponse<PaginatedQuery>

  private typealias Page = QueryPage<InitialQuery, PaginatedQuery>

  private let pages: PageSequence
  private let isReversed: Bool

  init(_ pages: PageSequence, isReversed: Bool) {
    self.pages = pages
    self.isReversed = isReversed
  }

  /// A collection of these pages, in the given order.
  public init(_ responses: some Sequence<GraphQLResponse<PaginatedQuery>>) {
    var pages = PageSequence()
    for response in responses { pages.append(Page(.paginated(response))) }
    self.init(pages, isReversed: false)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { pages.count }

  public subscript(position: Int) -> GraphQLResponse<PaginatedQuery> {
    switch Page.open(pages[isReversed ? pages.count - 1 - position : position]).output {
    case .paginated(let response): response
    case .initial: preconditionFailure("the further pages contain an initial page")
    }
  }
}

extension PageCollection: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: GraphQLResponse<PaginatedQuery>...) {
    self.init(elements)
  }
}

/// Two collections are equal if they have equal pages in the same order.
extension PageCollection: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

  /// Whether an array has equal pages in the same order.
  public static func == (left: Self, right: [Element]) -> Bool { left.elementsEqual(right) }

  /// Whether an array has equal pages in the same order.
  public static func == (left: [Element], right: Self) -> Bool { left.elementsEqual(right) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for page in self { hasher.combine(page) }
  }
}

extension PageCollection {
  /// The pages of both, as an array.
  public static func + (left: Self, right: Self) -> [Element] { Array(left) + Array(right) }

  /// The pages of both, as an array.
  public static func + (left: Self, right: [Element]) -> [Element] { Array(left) + right }

  /// The pages of both, as an array.
  public static func + (left: [Element], right: Self) -> [Element] { left + Array(right) }
}

extension PageCollection: CustomStringConvertible {
  public var description: String { Array(self).description }
}
