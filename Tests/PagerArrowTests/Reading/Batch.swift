import CSwiftPager

/// Rows that a table handed out, as a reader of Arrow's C interface finds them.
///
/// A value stands in a notation that shows its type: `1` is an integer, `1.0` a double, `"1"` a string, `` `1` `` JSON
/// text, `@1` a date or a timestamp, `[1, null]` a list and `{a: 1}` a structure.
struct Batch {
  let rowCount: Int
  let columns: [BatchColumn]

  /// The names and types of the columns.
  var type: String { BatchColumn.structure(columns.map { ($0.name, $0.type) }) }

  /// The rows, each as a structure.
  var rows: [String] {
    (0..<rowCount).map { row in BatchColumn.structure(columns.map { ($0.name, $0.values[row]) }) }
  }

  subscript(name: String) -> BatchColumn? { columns.first { $0.name == name } }
}

/// One column of a batch.
struct BatchColumn {
  let name: String
  /// The type, in the words of a configuration.
  let type: String
  let values: [String]

  static func structure(_ members: [(name: String, text: String)]) -> String {
    "{\(members.map { "\($0.name): \($0.text)" }.joined(separator: ", "))}"
  }

  static func list(_ elements: some Sequence<String>) -> String {
    "[\(elements.joined(separator: ", "))]"
  }
}

/// What Arrow does not allow in a batch.
struct BatchError: Error, CustomStringConvertible {
  let description: String

  static func require(_ isTrue: Bool, _ description: @autoclosure () -> String) throws(BatchError) {
    guard isTrue else { throw BatchError(description: description()) }
  }
}

extension Batch {
  /// Reads both structs, checks them by Arrow's rules, and releases them.
  init(_ schema: inout ArrowSchema, _ array: inout ArrowArray) throws {
    defer {
      schema.release(&schema)
      array.release(&array)
    }
    let root = try ColumnReader(schema, array, isRoot: true)
    try BatchError.require(root.format == "+s", "the root has the format \(root.format)")
    rowCount = root.count
    columns = try root.children.map { try $0.column() }
  }
}
