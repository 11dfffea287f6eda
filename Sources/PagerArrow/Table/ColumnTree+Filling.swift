/// Putting rows into columns.
extension ColumnTree {
  /// Appends the rows of a page: either all of them or none.
  ///
  /// - Throws: which value does not fit, in which row; or that memory is out.
  func append(_ rows: PageRows, of array: UInt32, in table: TokenTable, _ shape: RowShape) throws(FillFailure) {
    let before = root.pointee.count
    let reading = shape.reading
    var report = MismatchReport()
    var outcome = PutResult.done
    rows.forEachRow(of: array, in: table) { row in
      outcome =
        switch reading {
        case .members: appendMembers(row, in: table, &report)
        case .value: appendValue(row, in: table, &report)
        case .selection: appendSelection(shape.selection ?? [], of: row, in: table, &report)
        }
      if outcome == .done { root.pointee.count += 1 }
      return outcome == .done
    }
    guard outcome != .done else { return }
    let row = root.pointee.count - before
    root.pointee.truncate(to: before)
    switch outcome {
    case .noMemory, .done: throw .noMemory
    case .full: throw .full
    case .mismatch: throw .mismatch(row: row, report.message(in: table, rows.shown))
    }
  }

  /// A row that is null is a null in each column.
  private func appendMembers(_ row: UInt32, in table: TokenTable, _ report: inout MismatchReport) -> PutResult {
    let first = table.byte(row)
    if first == UInt8(ascii: "n") { return .done }
    let outcome: PutResult =
      first == UInt8(ascii: "{") ? root.pointee.appendMembers(of: row, in: table, &report) : .mismatch
    if outcome == .mismatch { report.note(row, in: root.pointee) }
    return outcome
  }

  private func appendValue(_ row: UInt32, in table: TokenTable, _ report: inout MismatchReport) -> PutResult {
    guard let column = root.pointee.children else { return .mismatch }
    let outcome = column.pointee.append(row, in: table, &report)
    report.isInside(column.pointee.name, outcome)
    return outcome
  }

  private func appendSelection(
    _ selection: [SelectedColumn], of row: UInt32, in table: TokenTable, _ report: inout MismatchReport
  ) -> PutResult {
    guard let columns = root.pointee.children else { return .mismatch }
    for index in selection.indices {
      let column = columns + index
      let outcome: PutResult
      switch selection[index].find(in: row, table) {
      case .value(let value): outcome = column.pointee.append(value, in: table, &report)
      case .nothing: outcome = column.pointee.appendNulls(1)
      case .ambiguous:
        report.reason = "an object on the way to the value has the key twice"
        report.note(row, in: column.pointee)
        outcome = .mismatch
      }
      guard outcome == .done else {
        report.isInside(column.pointee.name, outcome)
        return outcome
      }
    }
    return .done
  }
}

/// Why rows could not be put into columns.
enum FillFailure: Error {
  /// A row, counted from 0 in its page, has a value that its column's type does not hold.
  case mismatch(row: Int, String)
  case noMemory
  /// More text than Arrow counts.
  case full
  /// There are so many columns that nearly all of their values are empty.
  case sparse(columns: Int)
}
