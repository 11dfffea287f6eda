import PagerArrow
import PagerBytes
import PagerJSON
import PagerLists
import PagerThreads
import PagerTransport

/// A table as C holds it.
final class TableObject: Handled {
  static let handleName: StaticString = "table"

  private let table: Lock<ArrowTable>

  init(columns: [SelectedColumn]?) {
    table = Lock(ArrowTable(selection: columns))
  }

  /// Calls a function with the table. No other thread uses the table during the call.
  func use(_ body: (ArrowTable) throws(ArrowError) -> Void) throws(ErrorReport) {
    do throws(ArrowError) {
      try table.withLock { (table) throws(ArrowError) in try body(table) }
    } catch {
      throw ErrorReport(error)
    }
  }
}

extension PageRows {
  /// The elements of a JSON array that C gave.
  init(arrayIn text: UnsafeRawBufferPointer) throws(ErrorReport) {
    guard let body = ReceivedBytes(copyOf: text) else {
      throw ErrorReport(.noMemory, "there is not enough memory to copy the rows")
    }
    var isArray = false
    do throws(JSONReadError) {
      try SpareReader.use { reader throws(JSONReadError) in
        try reader.read(body) { root throws(JSONReadError) in isArray = root.kind == .array }
      }
    } catch {
      if error == .outOfMemory { throw ErrorReport(.noMemory, error.message) }
      throw ErrorReport(.badResponse, "the rows are not JSON: \(error.message)")
    }
    guard isArray else { throw ErrorReport(.invalidArgument, "the rows must be one JSON array") }
    self.init(body: body, array: 0..<body.count, nodeKeys: [], omitted: [])
  }

  /// The rows of a page: what swiftpager_page_item() gives.
  init(_ page: ConnectionPage) {
    self.init(
      body: page.body, array: page.items, nodeKeys: page.nodeKeys, omitted: page.omission?.indexes ?? [],
      shown: { [secrets = page.secrets] in secrets.hide(in: $0) })
  }
}

extension ErrorReport {
  init(_ error: ArrowError) {
    switch error {
    case .mismatch(let message): self.init(.badResponse, message)
    case .outOfMemory(let message): self.init(.noMemory, message)
    // It was read before, as a whole.
    case .unreadable(let error): self.init(.noMemory, "the page could not be read again: \(error.message)")
    }
  }
}
