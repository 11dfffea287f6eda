import PagerBytes
import PagerCache
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerSyntax

/// How the failures of the layers below read to a C caller.
extension ErrorReport {
  init(_ error: ClientError) {
    switch error {
    case .network(let message):
      self.init(.network, message)
    case .timedOut(let message):
      self.init(.network, message)
      timedOut = true
    case .http(let status, let message, let errors, let retryAfter):
      let areErrorsAll = errors.map { !$0.areBesideData } ?? false
      self.init(areErrorsAll ? Status(ofErrorsUnder: status, hasWait: retryAfter != nil) : .http, message)
      httpStatus = status
      self.retryAfter = retryAfter
      self.errors = errors?.json
    case .rateLimited(let message, let retryAfter, let errors):
      self.init(.rateLimited, message)
      self.retryAfter = retryAfter
      self.errors = errors?.json
    case .badResponse(let message, let errors):
      self.init(.badResponse, message)
      self.errors = errors?.json
    case .outOfResources(let message, let errorNumber):
      self.init(.noMemory, message)
      self.errorNumber = errorNumber
    case .hook(let message):
      self.init(.hookFailed, message)
    case .cacheMiss(let message):
      self.init(.cacheMiss, message)
    case .cache(let message):
      self.init(.cacheFailed, message)
    case .notRecorded(let message):
      self.init(.notRecorded, message)
    case .recordingFailed(let message):
      self.init(.recordingFailed, message)
    case .nestedIncomplete(let message, let path):
      self.init(.nestedIncomplete, message)
      responsePath = path
    case .notOrdered(let message, let path):
      self.init(.notOrdered, message)
      responsePath = path
    case .windowFull(let message, let path):
      self.init(.invalidConfig, message)
      responsePath = path
    case .closed:
      self.init(.cancelled, error.description)
    }
  }

  init(_ failure: RequestFailure) {
    self.init(failure.error)
    attempts = failure.attempts
  }

  /// The failure of a request for a page. `DocumentPageReader` makes them all.
  init(_ failure: any Error, _ words: ListWords) {
    let failure = failure as? RequestFailure ?? RequestFailure(.network(message: "\(failure)"), attempts: 0)
    self.init(failure)
    if case .http(_, _, let errors?, _) = failure.error { message += words.advice(after: errors) }
  }

  init(_ error: CacheError) {
    switch error {
    case .invalid(let message): self.init(.invalidArgument, message)
    case .storage(let message): self.init(.cacheFailed, message)
    case .outOfMemory: self.init(.noMemory, error.message)
    }
  }

  init(_ error: DocumentPlanError) {
    guard !error.isOutOfMemory else {
      self.init(.noMemory, error.message)
      return
    }
    self.init(.invalidConfig, error.message, path: error.part)
    position = error.position.map { ($0.line, $0.column) }
  }

  /// Why there is no resume token.
  init(_ error: ResumeTokenError) {
    switch error {
    case .pageInfoIsNotCodable: self.init(.internal, error.message)
    case .hook: self.init(.hookFailed, error.message)
    case .tooLong: self.init(.badResponse, error.message)
    case .movesOn:
      self.init(.invalidConfig, error.message, path: JSONPointer(tokens: ["pagination", "cursor"]))
    case .unusable, .outOfMemory: self.init(.noMemory, error.message)
    }
  }

  /// - Parameter place: the place of the text in a config.
  init(_ error: JSONTextError, in text: StaticString, at place: JSONPointer = JSONPointer(tokens: [])) {
    if error.isOutOfMemory {
      self.init(.noMemory, "there is not enough memory to read \(text)")
    } else if let path = error.path {
      self.init(.invalidConfig, error.message, path: JSONPointer(tokens: place.tokens + path.tokens))
    } else {
      self.init(.invalidConfig, "\(text) is not valid JSON: \(error.messageWithoutText)", path: place)
    }
    if let line = error.line, let column = error.column { position = (line, column) }
  }

  init(_ usage: UsageError) {
    let message =
      switch usage {
      case .missingInitialPage: "there is no page yet: fetch the first one"
      case .pageHasNoMoreContent: "the list ends here: it has no further page in this direction"
      case .loadInProgress: "another operation of this pager is under way: wait for it, or cancel it"
      case .noQuery: "there are more pages, but no query that asks for them"
      case .cancelled: "the operation was cancelled, or another operation replaced it"
      }
    self.init(Status(usage), message)
  }

  /// A response with errors in place of the connection.
  init(withoutData page: ConnectionPage, _ words: ListWords) {
    let first = page.errorList?.firstMessage ?? "without a message"
    self.init(
      Status(ofErrorsUnder: page.httpStatus),
      "the server answered with errors in place of the list; the first error: \(first)"
        + words.advice(after: page.errorList))
    errors = page.errorList?.json
    httpStatus = page.httpStatus
    attempts = page.attempts
  }

  /// The end of a list whose pages have errors beside their data.
  init(_ partialData: PartialData) {
    let (pages, errors) = (partialData.pages, partialData.errors)
    let first = partialData.first
    self.init(
      .partialData,
      "the list has all its pages, but some of their data is missing: \(pages == 1 ? "1 page" : "\(pages) pages") came "
        + "with \(errors == 1 ? "1 error" : "\(errors) errors") beside the data; the first error, on page \(first.page)"
        + "\(first.path.map { " at \($0.printable)" } ?? ""): \(first.message ?? "without a message"). With "
        + "\"errors\": \"keep\" the walk ends without this failure")
    responsePath = first.path
    self.partialData = partialData
  }

  /// A page with errors beside its data, in a pager that ends there.
  init(withErrors page: ConnectionPage) {
    let first = page.errorList?.firstMessage ?? "without a message"
    self.init(
      .graphql,
      "the page has errors beside its data, and with \"errors\": \"fail\" they end the load; the list keeps the page; "
        + "the first error: " + first)
    errors = page.errorList?.json
    attempts = page.attempts
  }

  /// Why a list cannot be completed.
  init(_ reason: IncompleteReason, _ words: ListWords) {
    self.init(Status(reason), words.message(for: reason))
  }

  init(_ refusal: Refusal, _ words: ListWords) {
    switch refusal {
    case .usage(let usage): self.init(usage)
    case .incomplete(let reason): self.init(reason, words)
    }
  }

  /// Why an operation failed; nil if it did not.
  init?(_ end: OperationEnd, _ words: ListWords) {
    switch end {
    case .success: return nil
    case .withoutData(let page): self.init(withoutData: ConnectionPage.open(page), words)
    case .withErrors(let page): self.init(withErrors: ConnectionPage.open(page))
    case .partialData(let counts): self.init(counts)
    case .fewerThanTotal(let shortfall): self.init(shortfall)
    case .inDoubt(let doubts): self.init(doubts)
    case .usage(let usage): self.init(usage)
    case .failure(let error): self.init(error, words)
    case .incomplete(let reason): self.init(reason, words)
    }
  }

  init(_ error: StartError, _ words: ListWords) {
    switch error {
    case .refused(let refusal): self.init(refusal, words)
    case .closed: self = .closed
    }
  }

  static var closed: ErrorReport { ErrorReport(.closed, "the client was shut down or released") }

  static var interrupted: ErrorReport {
    ErrorReport(
      .interrupted, "swiftpager_client_wake() or a signal handler ended the wait; the work it waited for goes on")
  }
}

extension JSONTextError {
  /// The message with the place of the error instead of the text there, which may be a secret: a config has headers.
  var messageWithoutText: String {
    guard let line, let column, let quote = message.firstPlace(of: " near '") else { return message }
    return message[..<quote.lowerBound] + " at line \(line), column \(column)"
  }
}
