public import PagerClient

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
struct Strictness: Sendable {
  let isStrict: Bool
  let nested: NestedListRule

  init(_ isStrict: Bool, _ nested: NestedListRule) {
    self.isStrict = isStrict
    self.nested = nested
  }
}
