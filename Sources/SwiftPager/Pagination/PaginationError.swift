import PagerState

/// Why a call was refused or ended early.
///
/// Failures of the network and the server are not among these errors: subscribers get them.
public enum PaginationError: Error, Sendable {
  /// There is no page yet to continue from: fetch first.
  ///
  /// - Parameter cause: the error of the newest load of the first page; nil if there was no load, or if it was
  ///   cancelled. Comparisons of errors ignore it, and `catch PaginationError.missingInitialPage` matches every cause.
  case missingInitialPage(cause: (any Error)?)
  /// The list ends here, or an ``IncompleteListError`` has ended it.
  case pageHasNoMoreContent
  /// Another load is under way.
  case loadInProgress
  /// There are more pages, but the page resolver returned no query for them.
  case noQuery
  /// The call was cancelled, replaced or reset, or its pager or client was released.
  case cancellation
  /// Any other error. No call ends with it: it exists for a `switch` that was written for another pager.
  case unknown(any Error)
}

extension PaginationError {
  /// There is no page yet to continue from, and the cause is unknown.
  public static var missingInitialPage: PaginationError { .missingInitialPage(cause: nil) }

  /// The cause of the error.
  ///
  /// For `missingInitialPage` it is the error of the load of the first page, for `unknown` the error itself, and
  /// otherwise nil.
  public var cause: (any Error)? {
    switch self {
    case .missingInitialPage(let cause): cause
    case .unknown(let error): error
    case .pageHasNoMoreContent, .loadInProgress, .noQuery, .cancellation: nil
    }
  }
}

extension PaginationError: Hashable {
  public static func == (left: PaginationError, right: PaginationError) -> Bool { left.key == right.key }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The value that comparisons use: for an unknown error its text.
  private var key: [String] {
    switch self {
    case .missingInitialPage: ["missingInitialPage"]
    case .pageHasNoMoreContent: ["pageHasNoMoreContent"]
    case .loadInProgress: ["loadInProgress"]
    case .noQuery: ["noQuery"]
    case .cancellation: ["cancellation"]
    case .unknown(let error): ["unknown", String(reflecting: error)]
    }
  }
}

extension PaginationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingInitialPage(nil): "there is no page yet: fetch the first one"
    case .missingInitialPage(let cause?): "there is no page yet, because the load of the first one failed: \(cause)"
    case .pageHasNoMoreContent: "the list ends here"
    case .loadInProgress: "another load of this pager is under way"
    case .noQuery: "there are more pages, but the page resolver returned no query for them"
    case .cancellation: "the call was cancelled, or another call replaced it"
    case .unknown(let error): "\(error)"
    }
  }
}

extension PaginationError {
  /// - Parameter cause: the error of the newest load of the first page, if there is no page.
  init(_ usage: UsageError, cause: @autoclosure () -> (any Error)? = nil) {
    switch usage {
    case .missingInitialPage: self = .missingInitialPage(cause: cause())
    case .pageHasNoMoreContent: self = .pageHasNoMoreContent
    case .loadInProgress: self = .loadInProgress
    case .noQuery: self = .noQuery
    case .cancelled: self = .cancellation
    }
  }
}
