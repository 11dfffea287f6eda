public import CSwiftPager
import PagerArrow
import PagerThreads

@_cdecl("swiftpager_page_arrow") @implementation
public func swiftpager_page_arrow(
  _ page: OpaquePointer!, _ columns_json: UnsafePointer<CChar>!, _ out_schema: UnsafeMutablePointer<ArrowSchema>!,
  _ out_array: UnsafeMutablePointer<ArrowArray>!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  give(to: out_schema, out_array, error_json) { () throws(ErrorReport) in
    let page = try PageObject.find(page)
    let table = TableObject(columns: try ColumnsConfig.read(columns_json))
    try table.use { (table) throws(ArrowError) in try table.add(PageRows(page.page)) }
    return table
  }
}

@_cdecl("swiftpager_table_create") @implementation
public func swiftpager_table_create(
  _ columns_json: UnsafePointer<CChar>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report(to: error_json) { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = nil
    try HomeProcess.settle()
    out.pointee = TableObject(columns: try ColumnsConfig.read(columns_json)).makeHandle()
  }
}

@_cdecl("swiftpager_table_add") @implementation
public func swiftpager_table_add(
  _ table: OpaquePointer!, _ page: OpaquePointer!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report(to: error_json) { () throws(ErrorReport) in
    let table = try TableObject.find(table)
    let page = try PageObject.find(page)
    try table.use { (table) throws(ArrowError) in try table.add(PageRows(page.page)) }
  }
}

@_cdecl("swiftpager_table_add_rows") @implementation
public func swiftpager_table_add_rows(
  _ table: OpaquePointer!, _ rows_json: UnsafePointer<CChar>!, _ length: Int,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  withRows(rows_json, length, error_json, for: table) { (table, rows) throws(ArrowError) in try table.add(rows) }
}

@_cdecl("swiftpager_table_fit") @implementation
public func swiftpager_table_fit(
  _ table: OpaquePointer!, _ rows_json: UnsafePointer<CChar>!, _ length: Int,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  withRows(rows_json, length, error_json, for: table) { (table, rows) throws(ArrowError) in try table.fit(rows) }
}

@_cdecl("swiftpager_table_take") @implementation
public func swiftpager_table_take(
  _ table: OpaquePointer!, _ out_schema: UnsafeMutablePointer<ArrowSchema>!,
  _ out_array: UnsafeMutablePointer<ArrowArray>!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  give(to: out_schema, out_array, error_json) { () throws(ErrorReport) in try TableObject.find(table) }
}

@_cdecl("swiftpager_table_release") @implementation
public func swiftpager_table_release(_ table: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in _ = try TableObject.take(table) }
}

@_cdecl("swiftpager_operation_arrow") @implementation
public func swiftpager_operation_arrow(
  _ operation: OpaquePointer!, _ columns_json: UnsafePointer<CChar>!, _ fits_all_rows: Bool,
  _ out: UnsafeMutablePointer<ArrowArrayStream>!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  out?.pointee.release = nil
  return report(to: error_json) { () throws(ErrorReport) in
    let out = try output("out", out)
    let operation = try OperationObject.find(operation)
    let columns = try ColumnsConfig.read(columns_json)
    try operation.beginStream(of: columns, fitsAll: fits_all_rows).export(to: out)
  }
}

@_cdecl("swiftpager_operation_arrow_wait") @implementation
public func swiftpager_operation_arrow_wait(
  _ operation: OpaquePointer!, _ timeout_ms: Int32,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report(to: error_json, exceptFor: [.timeout, .interrupted]) { () throws(ErrorReport) in
    let operation = try OperationObject.find(operation)
    try operation.existingStream().wait(until: Deadline(milliseconds: timeout_ms))
  }
}

@_cdecl("swiftpager_operation_arrow_finish") @implementation
public func swiftpager_operation_arrow_finish(_ operation: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try OperationObject.find(operation).existingStream().finishBatch()
  }
}

/// Calls a function with a table and with rows that C gave as a JSON array.
private func withRows(
  _ rows: UnsafePointer<CChar>?, _ length: Int, _ error: ErrorOutput?, for table: OpaquePointer?,
  _ body: (ArrowTable, PageRows) throws(ArrowError) -> Void
) -> swiftpager_status {
  report(to: error) { () throws(ErrorReport) in
    let table = try TableObject.find(table)
    guard let rows else { throw ErrorReport(.invalidArgument, "rows_json is NULL") }
    guard length >= 0 else { throw ErrorReport(.invalidArgument, "length is more than any text can have") }
    let read = try PageRows(arrayIn: UnsafeRawBufferPointer(start: rows, count: length))
    try table.use { (table) throws(ArrowError) in try body(table, read) }
  }
}

/// Gives out the types and the oldest rows of a table. After a failure both structs count as released.
private func give(
  to schema: UnsafeMutablePointer<ArrowSchema>?, _ array: UnsafeMutablePointer<ArrowArray>?, _ error: ErrorOutput?,
  _ table: () throws(ErrorReport) -> TableObject
) -> swiftpager_status {
  schema?.pointee.release = nil
  array?.pointee.release = nil
  return report(to: error) { () throws(ErrorReport) in
    let schema = try output("out_schema", schema)
    let array = try output("out_array", array)
    try table().use { (table) throws(ArrowError) in
      try table.exportSchema(to: schema)
      do throws(ArrowError) {
        try table.takeRows(to: array)
      } catch {
        schema.pointee.release?(schema)
        throw error
      }
    }
  }
}
