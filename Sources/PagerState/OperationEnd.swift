/// How an operation ended.
public enum OperationEnd<Types: PagerTypes>: Sendable {
  /// It got what it asked for.
  case success
  /// With a response that carries errors and no data; it was delivered.
  case withoutData(Types.Page)
  /// It ended with a page that has data and errors, because errors are not tolerated. The page was delivered, and is
  /// kept.
  case withErrors(Types.Page)
  /// It reached the end of the list, but errors came with the data, so some data is missing.
  case partialData(PartialData)
  /// With something that the pager's state or its caller stood against.
  case usage(UsageError)
  /// With a page that could not be loaded; subscribers got the failure.
  case failure(Types.Failure)
  /// With a list that cannot be completed; subscribers got the reason.
  case incomplete(IncompleteReason)
}

extension OperationEnd {
  /// Whether the network or the server caused it.
  var isFailure: Bool {
    switch self {
    case .withoutData, .withErrors, .failure, .incomplete: true
    case .success, .partialData, .usage: false
    }
  }
}

/// A call that the pager's state does not allow, or that another call or a reset ended.
public enum UsageError: Error, Sendable, Hashable, CaseIterable {
  /// There is no page yet, so there is no neighbour to load.
  case missingInitialPage
  /// The list ends here.
  case pageHasNoMoreContent
  /// Another operation is under way.
  case loadInProgress
  /// There are more pages, but no query for them.
  case noQuery
  /// The operation was cancelled, superseded or reset, or its pager went away.
  case cancelled
}

/// Why the state did not accept an operation.
public enum Refusal: Error, Sendable, Hashable {
  case usage(UsageError)
  case incomplete(IncompleteReason)
}
