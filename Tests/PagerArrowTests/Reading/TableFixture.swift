import CSwiftPager
import PagerBytes
import PagerJSON
import TestSupport

@testable import PagerArrow

/// A table to which a test gives pages as JSON texts.
struct TableFixture {
  let table: ArrowTable

  /// - Parameter full: the size from which on a chunk is full.
  init(_ columns: [SelectedColumn]? = nil, full: ChunkSize = ChunkSize()) {
    table = ArrowTable(selection: columns, fullChunk: full)
  }

  /// Adds a page whose body is the array of its rows.
  func add(_ rows: String) throws(ArrowError) {
    try table.add(.init(rows))
  }

  /// Adds pages of one row each.
  func addEach(_ rows: [String]) throws(ArrowError) {
    for row in rows { try add("[\(row)]") }
  }

  /// The oldest rows: a chunk.
  func take() throws -> Batch {
    var schema = ArrowSchema()
    var array = ArrowArray()
    try table.exportSchema(to: &schema)
    do {
      try table.takeRows(to: &array)
    } catch {
      schema.release(&schema)
      throw error
    }
    return try Batch(&schema, &array)
  }

  /// All chunks that are left.
  func takeAll() throws -> [Batch] {
    var batches: [Batch] = []
    while table.rowCount > 0 { batches.append(try take()) }
    return batches
  }
}

extension PageRows {
  init(_ rows: String, nodeKeys: [String] = [], omitted: [Int] = []) {
    self.init(body: .copying(rows.utf8), array: 0..<rows.utf8.count, nodeKeys: nodeKeys, omitted: omitted)
  }
}

extension SelectedColumn {
  /// A column `name`, from a pointer or the member of that name.
  init(_ name: String, _ pointer: String? = nil, as type: ColumnType? = nil) throws {
    let path = try pointer.map { text throws(JSONPointerError) in try JSONPointer(parsing: text) }
    self.init(name: name, pointer: path ?? JSONPointer(tokens: [name]), type: type)
  }
}

extension ColumnType {
  /// `{"a": "int64"}` in a configuration.
  static let point = structure(StructureType(fields: [ColumnField(name: "a", type: .int64)], isSelection: true))
}

extension ArrowError {
  /// What a user reads.
  var message: String {
    switch self {
    case .mismatch(let message), .outOfMemory(let message): message
    case .unreadable(let error): error.message
    }
  }
}
