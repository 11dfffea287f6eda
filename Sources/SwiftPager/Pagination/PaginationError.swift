import PagerState

/// Why a call was refused or ended early.
///
/// Failures of the network and the server are not among these errors: they reach subscribers.
public enum PaginationError: Error, Sendable {
  /// There is no page yet to go on from: fetch first.
  ///
  /// - Parameter cause: what the newest load of the first page failed with; nil where there was none, or it was cancelled. It
  ///   does not count where errors are compared, and `catch PaginationError.missingInitialPage` matches whatever it is.
  case missingInitialPage(cause: (any Error)?)
  /// The list ends here.
  case pageHasNoMoreContent
  /// Another load is under way.
  case loadInProgress
  /// There is more, but the page resolver gave no query for it.
  case noQuery
  /// The call was cancelled, superseded or reset, or its pager or client went away.
  case cancellation
  /// Anything else. No call ends with it: it is here for a `switch` that was written for another pager.
  case unknown(any Error)
}

extension PaginationError {
  /// There is no page yet to go on from, and nothing is known of why.
  public static var missingInitialPage: PaginationError { .missingInitialPage(cause: nil) }

  /// What has led to the error: of `missingInitialPage` what the load of the first page failed with, of `unknown` the error
  /// itself; nil where there is no such thing.
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

  /// What stands for the error where it is compared: an unknown one is its text.
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
    case .missingInitialPage(let cause?): "there is no page yet, for the load of the first one failed: \(cause)"
    case .pageHasNoMoreContent: "the list ends here"
    case .loadInProgress: "another load of this pager is under way"
    case .noQuery: "there is more, but the page resolver gave no query for it"
    case .cancellation: "the call was cancelled, or something else took its place"
    case .unknown(let error): "\(error)"
    }
  }
}

extension PaginationError {
  /// - Parameter cause: what the newest load of the first page failed with, where there is no page.
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
