import CSwiftPager
import PagerState

/// The statuses of the header, by name.
enum Status: CaseIterable {
  case ok, invalidArgument, invalidConfig, invalidHandle, closed, reentrant, forked, timeout, noMemory, `internal`,
    interrupted, hookFailed
  case missingInitialPage, pageHasNoMoreContent, loadInProgress, noQuery, cancelled
  case network, http, graphql, badResponse, rateLimited, cacheMiss, cacheFailed, notRecorded,
    recordingFailed
  case cursorStuck, cursorCycle, missingPageInfo, nullCursor, pageLimit, nestedIncomplete, partialData, notOrdered,
    duplicateKey, fewerThanTotal, markNotReached, inDoubt

  /// The value that C sees.
  var code: swiftpager_status { swiftpager_status(truncatingIfNeeded: entry.code) }

  /// The name in the header, without its prefix.
  var name: StaticString { entry.name }

  private var entry: (code: Int, name: StaticString) {
    switch self {
    case .ok: (SWIFTPAGER_OK, "OK")
    case .invalidArgument: (SWIFTPAGER_INVALID_ARGUMENT, "INVALID_ARGUMENT")
    case .invalidConfig: (SWIFTPAGER_INVALID_CONFIG, "INVALID_CONFIG")
    case .invalidHandle: (SWIFTPAGER_INVALID_HANDLE, "INVALID_HANDLE")
    case .closed: (SWIFTPAGER_CLOSED, "CLOSED")
    case .reentrant: (SWIFTPAGER_REENTRANT, "REENTRANT")
    case .forked: (SWIFTPAGER_FORKED, "FORKED")
    case .timeout: (SWIFTPAGER_TIMEOUT, "TIMEOUT")
    case .noMemory: (SWIFTPAGER_NO_MEMORY, "NO_MEMORY")
    case .internal: (SWIFTPAGER_INTERNAL, "INTERNAL")
    case .interrupted: (SWIFTPAGER_INTERRUPTED, "INTERRUPTED")
    case .hookFailed: (SWIFTPAGER_HOOK_FAILED, "HOOK_FAILED")
    case .missingInitialPage: (SWIFTPAGER_MISSING_INITIAL_PAGE, "MISSING_INITIAL_PAGE")
    case .pageHasNoMoreContent: (SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT, "PAGE_HAS_NO_MORE_CONTENT")
    case .loadInProgress: (SWIFTPAGER_LOAD_IN_PROGRESS, "LOAD_IN_PROGRESS")
    case .noQuery: (SWIFTPAGER_NO_QUERY, "NO_QUERY")
    case .cancelled: (SWIFTPAGER_CANCELLED, "CANCELLED")
    case .network: (SWIFTPAGER_NETWORK, "NETWORK")
    case .http: (SWIFTPAGER_HTTP, "HTTP")
    case .graphql: (SWIFTPAGER_GRAPHQL, "GRAPHQL")
    case .badResponse: (SWIFTPAGER_BAD_RESPONSE, "BAD_RESPONSE")
    case .rateLimited: (SWIFTPAGER_RATE_LIMITED, "RATE_LIMITED")
    case .cacheMiss: (SWIFTPAGER_CACHE_MISS, "CACHE_MISS")
    case .cacheFailed: (SWIFTPAGER_CACHE_FAILED, "CACHE_FAILED")
    case .notRecorded: (SWIFTPAGER_NOT_RECORDED, "NOT_RECORDED")
    case .recordingFailed: (SWIFTPAGER_RECORDING_FAILED, "RECORDING_FAILED")
    case .cursorStuck: (SWIFTPAGER_CURSOR_STUCK, "CURSOR_STUCK")
    case .cursorCycle: (SWIFTPAGER_CURSOR_CYCLE, "CURSOR_CYCLE")
    case .missingPageInfo: (SWIFTPAGER_MISSING_PAGE_INFO, "MISSING_PAGE_INFO")
    case .nullCursor: (SWIFTPAGER_NULL_CURSOR, "NULL_CURSOR")
    case .pageLimit: (SWIFTPAGER_PAGE_LIMIT, "PAGE_LIMIT")
    case .nestedIncomplete: (SWIFTPAGER_NESTED_INCOMPLETE, "NESTED_INCOMPLETE")
    case .partialData: (SWIFTPAGER_PARTIAL_DATA, "PARTIAL_DATA")
    case .notOrdered: (SWIFTPAGER_NOT_ORDERED, "NOT_ORDERED")
    case .duplicateKey: (SWIFTPAGER_DUPLICATE_KEY, "DUPLICATE_KEY")
    case .fewerThanTotal: (SWIFTPAGER_FEWER_THAN_TOTAL, "FEWER_THAN_TOTAL")
    case .markNotReached: (SWIFTPAGER_MARK_NOT_REACHED, "MARK_NOT_REACHED")
    case .inDoubt: (SWIFTPAGER_IN_DOUBT, "IN_DOUBT")
    }
  }

  /// The status of GraphQL errors without data: the server refuses the request, under any HTTP status. If it limits the
  /// rate of requests, the HTTP status says so.
  init(ofErrorsUnder httpStatus: Int?, hasWait: Bool = false) {
    switch httpStatus {
    case 429: self = .http
    case 403 where hasWait: self = .http
    default: self = .graphql
    }
  }

  init(_ usage: UsageError) {
    switch usage {
    case .missingInitialPage: self = .missingInitialPage
    case .pageHasNoMoreContent: self = .pageHasNoMoreContent
    case .loadInProgress: self = .loadInProgress
    case .noQuery: self = .noQuery
    case .cancelled: self = .cancelled
    }
  }

  init(_ reason: IncompleteReason) {
    switch reason {
    case .cursorStuck, .emptyPages: self = .cursorStuck
    case .cursorCycle, .repeatedPage, .firstPageAgain: self = .cursorCycle
    case .markNotReached: self = .markNotReached
    // After a change no page says whether items are missing between two pages.
    case .missingPageInfo, .pagesChanged, .missingKey, .nullList, .nullAbove, .firstPageUnknown, .beyondFirstPage,
      .movedOn:
      self = .missingPageInfo
    case .nullCursor: self = .nullCursor
    case .pageLimit: self = .pageLimit
    case .duplicateKey: self = .duplicateKey
    }
  }
}
