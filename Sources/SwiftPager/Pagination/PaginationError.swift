import PagerState

/// Why a call was refused or ended early.
///
/// Failures of the network and the server are not among these errors: they reach subscribers.
public enum PaginationError: Error, Sendable {
  /// There is no page yet to go on from: fetch first.
  case missingInitialPage
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
    case .missingInitialPage: "there is no page yet: fetch the first one"
    case .pageHasNoMoreContent: "the list ends here"
    case .loadInProgress: "another load of this pager is under way"
    case .noQuery: "there is more, but the page resolver gave no query for it"
    case .cancellation: "the call was cancelled, or something else took its place"
    case .unknown(let error): "\(error)"
    }
  }
}

extension PaginationError {
  init(_ usage: UsageError) {
    switch usage {
    case .missingInitialPage: self = .missingInitialPage
    case .pageHasNoMoreContent: self = .pageHasNoMoreContent
    case .loadInProgress: self = .loadInProgress
    case .noQuery: self = .noQuery
    case .cancelled: self = .cancellation
    }
  }
}
