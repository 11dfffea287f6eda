import CSwiftPager
import DequeModule
import Glibc
import PagerArrow
import PagerLists
import PagerState
import PagerThreads

/// The updates of a pulled operation as a stream of batches.
///
/// Arrow requires that one thread at a time uses a stream, so it needs no lock. The compiler cannot know that.
final class ArrowStream: @unchecked Sendable {
  private let operation: OperationObject
  private let table: ArrowTable
  private let process = HomeProcess.generation
  /// Why nothing comes after the rows that wait, once there is nothing to wait for.
  private var end: Result<Void, ErrorReport>?
  /// The text of the last failure, for C; nil if the last call went well.
  private var lastError: UnsafeMutablePointer<CChar>?

  /// A batch has this many rows or more, except for the first ones and the last one.
  private static let batchRows = 8_192
  /// The first batch has this many rows or more if its rows decide the types, and otherwise one page: the reader may
  /// want only a few rows. Each later batch has up to this many times the rows before it.
  private static let typeRows = 1_024
  private static let growth = 4
  /// The walk loads at most this many pages ahead of the columns, and no more than fill a batch. With one page, as
  /// elsewhere, the network would be idle while the reader writes a batch to a file.
  private static let mostPagesAhead = 100

  /// It gives out a batch after this many rows. Nil: it waits for all rows, so that the types fit all of them.
  private var enoughRows: Int?
  /// The number of items on the newest page.
  private var pageItems = 1

  /// The updates that the reader has not finished with, the oldest first, each with the number of rows up to its end.
  /// Only their numbers, because an update would keep its page's bytes.
  private var unfinished: Deque<(update: UpdateID, rows: Int)> = []
  /// How many rows came, and how many the reader was given.
  private var rowsRead = 0
  private var rowsGiven = 0

  /// - Parameter fitsAll: whether the types fit all rows, and not only those of the first batch.
  init(of operation: OperationObject, columns: [SelectedColumn]?, fitsAll: Bool) {
    self.operation = operation
    table = ArrowTable(selection: columns)
    enoughRows = fitsAll ? nil : table.isGiven ? 1 : Self.typeRows
  }

  deinit {
    free(lastError)
  }

  /// Whether the process is the one that began the operation. A child of fork() does not touch the operation.
  var isAtHome: Bool { process == HomeProcess.generation }

  // MARK: What Arrow calls

  func giveSchema(to schema: UnsafeMutablePointer<ArrowSchema>) -> CInt {
    answer { () throws(ErrorReport) in
      if !table.isGiven, !table.isFixed { try collect(until: .never) }
      try explained { () throws(ArrowError) in try table.exportSchema(to: schema) }
    }
  }

  /// The next rows; an array without a `release` if none are left.
  func giveNext(to array: UnsafeMutablePointer<ArrowArray>) -> CInt {
    array.pointee.release = nil
    finishBatch()
    return answer { () throws(ErrorReport) in
      try collect(until: .never)
      guard table.rowCount == 0 else {
        try explained { () throws(ArrowError) in try table.takeRows(to: array) }
        rowsGiven += Int(array.pointee.length)
        // Now, because a wait for the next batch already waits for that many rows.
        if let enoughRows {
          self.enoughRows = min(Self.batchRows, max(enoughRows, Int(array.pointee.length)) * Self.growth)
        }
        return
      }
      try end?.get()
    }
  }

  /// The reader has finished with the rows that it was given.
  func finishBatch() {
    // A reader that asks for a second batch probably wants them all.
    if rowsGiven > 0 { runAhead() }
    // A reader of a table that fits all rows has none of them until it gets the end.
    guard enoughRows != nil || hasAllRows else { return }
    while let first = unfinished.first, first.rows <= rowsGiven {
      unfinished.removeFirst()
      operation.updates?.finish(first.update)
    }
  }

  /// Whether the walk came to the end of the list.
  private var hasAllRows: Bool {
    switch end {
    case .success?: true
    case .failure(let error)?: [.partialData, .fewerThanTotal, .pageLimit].contains(error.status)
    case nil: false
    }
  }

  var errorText: UnsafePointer<CChar>? { UnsafePointer(lastError) }

  /// No consumer wants the rest, so nothing more is loaded.
  func giveBack() {
    operation.abandon()
    operation.letOwnerGo()
  }

  // MARK: Collecting

  /// Waits until asking for the next rows would not wait.
  ///
  /// - Throws: the error that the next call would return, or `timeout`.
  func wait(until deadline: Deadline) throws(ErrorReport) {
    try collect(until: deadline)
    if table.rowCount == 0 { try end?.get() }
  }

  /// Waits until there are enough rows for a batch, or nothing is left to wait for.
  private func collect(until deadline: Deadline) throws(ErrorReport) {
    while end == nil, table.rowCount < enoughRows ?? .max {
      do throws(ErrorReport) {
        guard let update = try operation.next(until: deadline, collecting: true) else {
          end = .success(())
          return
        }
        try add(update)
      } catch {
        // These change nothing: the next call continues.
        if [.interrupted, .timeout, .reentrant].contains(error.status) { throw error }
        end = .failure(error)
        // The reader does not want the rows of a cancelled operation. Any other failure comes after the rows before it.
        if error.status == .cancelled || error.status == .closed || table.rowCount == 0 { throw error }
      }
    }
    if case .failure(let error) = end, error.status == .cancelled || error.status == .closed { throw error }
  }

  private func add(_ update: UpdateObject) throws(ErrorReport) {
    // A page that fails to become rows is not finished with either: it stands behind rows that are never given.
    unfinished.append((update.update.id, rowsRead + 1))
    try addRows(of: update)
    unfinished[unfinished.endIndex - 1].rows = rowsRead
  }

  private func addRows(of update: UpdateObject) throws(ErrorReport) {
    guard case .page(let change) = update.update.event else { return }
    let page = ConnectionPage.open(change.page)
    guard !page.hasFailed else { return }
    // The server's answer takes its place.
    if change.source == .cache, operation.showsCacheFirst { return }
    pageItems = max(1, page.itemCount)
    if enoughRows == nil, rowsRead == 0 { runAhead() }
    let before = table.rowCount
    try explained { () throws(ArrowError) in try table.add(PageRows(page)) }
    rowsRead += table.rowCount - before
  }

  private func runAhead() {
    let pages = (enoughRows ?? Self.batchRows) / pageItems
    operation.updates?.letWalkRunAhead(by: max(1, min(Self.mostPagesAhead, pages)))
  }

  private func explained(_ body: () throws(ArrowError) -> Void) throws(ErrorReport) {
    do throws(ArrowError) {
      try body()
    } catch {
      throw ErrorReport(error)
    }
  }

  // MARK: Failures

  private func answer(_ body: () throws(ErrorReport) -> Void) -> CInt {
    free(lastError)
    lastError = nil
    CallbackStack.noticeLeft()
    do throws(ErrorReport) {
      try body()
      return 0
    } catch {
      lastError = copyToC("\(error.status.name): \(error.message)")
      return error.status.errorNumber
    }
  }
}

extension Status {
  /// The number of `errno.h` that is nearest.
  fileprivate var errorNumber: CInt {
    switch self {
    case .noMemory: ENOMEM
    case .interrupted: EINTR
    case .reentrant: EDEADLK
    case .cancelled, .closed: ECANCELED
    case .badResponse, .invalidArgument: EINVAL
    default: EIO
    }
  }
}
