public import PagerClient
import Synchronization

extension QueryPager {
  /// Whether errors of the server are failures also where a page has data beside them. False by default.
  ///
  /// Such a page is kept and is an output as ever; a ``PageErrors`` follows it, and what asked for the page ends. `loadNext`
  /// goes on after it, and so does `loadAll(fetchFromInitialPage: false)`. Holds for the pages that arrive from then on.
  public var isStrict: Bool {
    get { coordinator.strictness.isStrict }
    set { coordinator.strictness.isStrict = newValue }
  }

  /// What is done about lists inside the items of a page that are not whole. By default they are reported.
  ///
  /// Such a list is a connection whose own page info says that there is more, or does not say whether there is. It is found by
  /// the document, which has to ask for its `pageInfo`, and by standing in an array of the response, which the list that is
  /// paged does not. Holds for the pages that arrive from then on.
  public var nested: NestedListRule {
    get { coordinator.strictness.nested }
    set { coordinator.strictness.nested = newValue }
  }
}

/// What is done about lists inside the items of a page that are not whole.
public enum NestedListRule: Sendable, Hashable {
  /// `GraphQLResponse.nested` of the page lists them.
  case report
  /// They are listed, too, and are a failure: the page is kept and is an output as ever, `ClientError.nestedIncomplete`
  /// follows it, and what asked for the page ends. The calls go on after it as they do with `isStrict`.
  case error
}

/// The errors of a page, as a strict pager tells its subscribers, and of a first page that has nothing else, as the cause of
/// ``PaginationError/missingInitialPage(cause:)``.
public struct PageErrors: Error, Sendable, Hashable {
  /// At least one, in the order of the server.
  public let errors: [GraphQLError]

  public init(errors: [GraphQLError]) {
    self.errors = errors
  }
}

extension PageErrors: CustomStringConvertible {
  public var description: String {
    "the server answered with errors; the first error: \(errors.first?.message ?? "without a message")"
  }
}

/// What a pager's user takes for a failure, for those who read and tell its pages.
final class Strictness: Sendable {
  private let areErrorsFailures = Atomic(false)
  private let areNestedListsFailures = Atomic(false)

  var isStrict: Bool {
    get { areErrorsFailures.load(ordering: .relaxed) }
    set { areErrorsFailures.store(newValue, ordering: .relaxed) }
  }

  var nested: NestedListRule {
    get { areNestedListsFailures.load(ordering: .relaxed) ? .error : .report }
    set { areNestedListsFailures.store(newValue == .error, ordering: .relaxed) }
  }
}
