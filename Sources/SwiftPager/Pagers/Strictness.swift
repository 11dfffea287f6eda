public import PagerClient
import Synchronization

extension QueryPager {
  /// Whether errors of the server are failures, too. False by default.
  ///
  /// A page with errors is an output, with or without data, and the pager keeps it. If `isStrict` is true, a
  /// ``PageErrors`` follows it, and the call that asked for the page ends. `loadNext` continues after it, and so does
  /// `loadAll(fetchFromInitialPage: false)`. A new value applies to the pages that arrive from then on.
  public var isStrict: Bool {
    get { coordinator.strictness.isStrict }
    set { coordinator.strictness.isStrict = newValue }
  }

  /// What the pager does about incomplete lists inside the items of a page. By default it reports them.
  ///
  /// Such a list is a connection inside an array of the response. Its own page info says that there is more, or does
  /// not say whether there is more. The pager finds it in the document, which must ask for its `pageInfo`. A new value
  /// applies to the pages that arrive from then on.
  public var nested: NestedListRule {
    get { coordinator.strictness.nested }
    set { coordinator.strictness.nested = newValue }
  }
}

/// What a pager does about incomplete lists inside the items of a page.
public enum NestedListRule: Sendable, Hashable {
  /// `GraphQLResponse.nested` of the page lists them.
  case report
  /// `GraphQLResponse.nested` lists them, and they are a failure.
  ///
  /// The pager keeps the page, and the page is an output. `ClientError.nestedIncomplete` follows it, and the call that
  /// asked for the page ends. Later calls continue after it, as with `isStrict`.
  case error
}

/// The errors of a page.
///
/// A strict pager sends them to its subscribers. If the first page has only errors, they are the cause of
/// ``PaginationError/missingInitialPage(cause:)``.
public struct PageErrors: Error, Sendable, Hashable {
  /// At least one error, in the order of the server.
  public let errors: [GraphQLError]

  /// The errors of a page, for the tests of an app.
  public init(errors: [GraphQLError]) {
    self.errors = errors
  }
}

extension PageErrors: CustomStringConvertible {
  public var description: String {
    "the server answered with errors; the first error: \(errors.first?.message ?? "without a message")"
  }
}

/// What the user of a pager wants to treat as a failure, for the code that reads and reports its pages.
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
