/// How an operation ended.
public enum OperationEnd<Types: PagerTypes>: Sendable {
  /// With what it asked for.
  case success
  /// With a response that carries errors and no data; it was delivered.
  case withoutData(Types.Page)
  /// With a page that carries data and errors, where errors are not tolerated; it was delivered, and is kept.
  case withErrors(Types.Page)
  /// With the end of the list, of which some data is missing: errors came beside it.
  case partialData(PartialData)
  /// With something that the pager's state or its caller stood against.
  case usage(UsageError)
  /// With a page that could not be loaded; subscribers got the failure.
  case failure(Types.Failure)
  /// With a list that cannot be completed; subscribers got the reason.
  case incomplete(IncompleteReason)
}

extension OperationEnd {
  /// Whether the network or the server is to blame.
  var isFailure: Bool {
    switch self {
    case .withoutData, .withErrors, .failure, .incomplete: true
    case .success, .partialData, .usage: false
    }
  }
}

/// A call that the pager's state does not allow, or that something else ended.
public enum UsageError: Error, Sendable, Hashable, CaseIterable {
  /// There is no page yet whose neighbour could be loaded.
  case missingInitialPage
  /// The list ends here.
  case pageHasNoMoreContent
  /// Another operation is under way.
  case loadInProgress
  /// There is more, but no query asks for it.
  case noQuery
  /// The operation was cancelled, superseded or reset, or its pager went away.
  case cancelled
}

/// Why the state did not accept an operation.
public enum Refusal: Error, Sendable, Hashable {
  case usage(UsageError)
  case incomplete(IncompleteReason)
}
