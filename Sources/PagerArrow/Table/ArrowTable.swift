package import CSwiftPager
package import PagerJSON

/// Rows of pages, collected as columns.
///
/// A page is read once, and its rows go straight into columns of the types known so far. If the rows do not fit, the
/// page's values widen the types, and the columns filled so far are dropped. They are filled again from the kept bytes,
/// once, when rows are taken. No order of pages therefore costs more than reading each page twice.
package final class ArrowTable {
  let shape: RowShape
  /// The full chunks, and the chunks whose types have changed since, in the order of their rows.
  var chunks: [ColumnChunk] = []
  /// The chunk for the next page; nil before the first page.
  private var open: ColumnChunk?
  /// Whether rows were taken: from then on the types stay.
  package private(set) var isFixed = false
  private var hasTypes = false
  private var pageCount = 0
  private let fullChunk: ChunkSize

  /// - Parameter selection: the columns that are wanted; nil: all that the rows have.
  package convenience init(selection: [SelectedColumn]?) {
    self.init(selection: selection, fullChunk: ChunkSize())
  }

  init(selection: [SelectedColumn]?, fullChunk: ChunkSize) {
    shape = RowShape(selection: selection)
    self.fullChunk = fullChunk
  }

  /// How many rows wait to be taken.
  package var rowCount: Int {
    chunks.reduce(open?.rowCount ?? 0) { $0 + $1.rowCount }
  }

  /// Whether the types are known before the first page.
  package var isGiven: Bool { shape.isGiven }

  // MARK: Adding

  /// Appends the rows of a page: either all of them or none.
  package func add(_ page: PageRows) throws(ArrowError) {
    if let array = page.array {
      try Self.read(page, array) { root, table throws(FillFailure) in
        do throws(FillFailure) {
          try append(page, root, table)
        } catch {
          guard try makeRoom(for: page, root, table, after: error) else { throw error }
          try append(page, root, table)
        }
      } explain: {
        $0.explained(page: pageCount + 1)
      }
    }
    pageCount += 1
  }

  /// Widens the types so that they hold further rows, which the table does not get.
  package func fit(_ page: PageRows) throws(ArrowError) {
    guard let array = page.array, !isFixed, !shape.isGiven else { return }
    try Self.read(page, array) { root, table throws(FillFailure) in
      if let columns = open?.columns { shape.absorb(columns) }
      _ = try widen(by: page, root, table)
    } explain: {
      $0.explained(page: nil)
    }
  }

  private func append(_ page: PageRows, _ root: UInt32, _ table: TokenTable) throws(FillFailure) {
    // If no row had a value yet, an object without members fits, and would not be remembered.
    if !isFixed, !hasTypes || shape.isUnknown { _ = try widen(by: page, root, table) }
    if open == nil || open?.isFull == true { try openChunk() }
    guard let open, let columns = open.columns else { throw .noMemory }
    try checkSparsity(with: page, rows: table.count(root))
    try columns.append(page, of: root, in: table, shape)
    open.note(page, keeping: !isFixed && !shape.isGiven)
  }

  /// Makes room for rows that did not fit, with wider types or a new chunk. False if neither helps.
  private func makeRoom(
    for page: PageRows, _ root: UInt32, _ table: TokenTable, after failure: FillFailure
  ) throws(FillFailure) -> Bool {
    switch failure {
    case .noMemory, .sparse: return false
    case .full:
      guard open?.rowCount ?? 0 > 0 else { return false }
      try openChunk()
      return true
    case .mismatch:
      guard !isFixed, !shape.isGiven else { return false }
      if let columns = open?.columns { shape.absorb(columns) }
      return try widen(by: page, root, table)
    }
  }

  /// Widens the types with the values of a page, and drops columns with other types. False if there are none.
  private func widen(by page: PageRows, _ root: UInt32, _ table: TokenTable) throws(FillFailure) -> Bool {
    let before = shape.fields
    hasTypes = true
    page.forEachRow(of: root, in: table) { row in
      shape.absorb(row, in: table)
      return true
    }
    guard shape.fields != before else { return false }
    for chunk in chunks { chunk.columns = nil }
    open?.columns = nil
    if open != nil { try openChunk() }
    return true
  }

  private func openChunk() throws(FillFailure) {
    let chunk = try makeChunk()
    closeChunk()
    open = chunk
  }

  private func closeChunk() {
    if let open, open.rowCount > 0 {
      // From now on only the chunk knows of its large integers, and a later page may make the column one of doubles.
      if !isFixed, let columns = open.columns { shape.absorb(columns) }
      chunks.append(open)
    }
    open = nil
  }

  /// An empty chunk with columns of the types known.
  func makeChunk() throws(FillFailure) -> ColumnChunk {
    guard let columns = shape.makeColumns() else { throw .noMemory }
    if isFixed { columns.root.pointee.settle() }
    return ColumnChunk(columns: columns, full: fullChunk)
  }

  /// If a server gives each row different keys, there are as many columns as rows, and nearly all values are empty.
  private func checkSparsity(with page: PageRows, rows: Int) throws(FillFailure) {
    let columns = shape.columnCount
    guard shape.selection == nil, columns > Self.fewColumns else { return }
    let held = chunks + (open.map { [$0] } ?? [])
    let bytes = held.reduce(page.array?.count ?? 0) { $0 + $1.byteCount }
    guard held.reduce(rows, { $0 + $1.rowCount }) * columns * 8 > 256 << 20 + 64 * bytes else { return }
    throw .sparse(columns: columns)
  }

  /// Up to this many columns take no more than 64 times the smallest text of a row.
  private static let fewColumns = 16

  // MARK: Taking

  /// Ends the widening of types: from here on they stay.
  func fix() throws(ArrowError) {
    guard !isFixed else { return }
    closeChunk()
    chunks = try refilled()
    isFixed = true
    for chunk in chunks {
      chunk.pages = []
      chunk.columns?.root.pointee.settle()
    }
  }

  /// The columns of the oldest rows; without rows if no rows are left.
  func takeColumns() throws(ArrowError) -> ColumnTree {
    try fix()
    closeChunk()
    do throws(FillFailure) {
      let chunk = chunks.isEmpty ? try makeChunk() : chunks.removeFirst()
      guard let columns = chunk.columns, columns.root.pointee.complete() == .done else { throw FillFailure.noMemory }
      return columns
    } catch {
      throw .outOfMemory
    }
  }
}

/// Handing rows out.
extension ArrowTable {
  /// The types as Arrow describes them: a structure whose children are the columns. They stay from here on.
  package func exportSchema(to schema: UnsafeMutablePointer<ArrowSchema>) throws(ArrowError) {
    try fix()
    let type = ColumnType.structure(StructureType(fields: shape.fields, isSelection: false))
    guard type.export(named: "", to: schema, isNullable: false) else { throw .outOfMemory }
  }

  /// Moves the oldest rows into an array: all rows of a chunk, or none if no rows are left.
  package func takeRows(to array: UnsafeMutablePointer<ArrowArray>) throws(ArrowError) {
    let columns = try takeColumns()
    guard columns.root.pointee.export(to: array) else { throw .outOfMemory }
  }
}

/// Rows of one page after the other in one set of columns.
final class ColumnChunk {
  /// The columns; nil: a later page has changed a type, and they must be filled again.
  var columns: ColumnTree?
  /// The pages, while that may happen.
  var pages: [PageRows] = []
  private(set) var rowCount = 0
  /// How long the pages' arrays are together.
  private(set) var byteCount = 0
  private let full: ChunkSize

  init(columns: ColumnTree?, full: ChunkSize) {
    self.columns = columns
    self.full = full
  }

  var isFull: Bool { rowCount >= full.rows || byteCount >= full.bytes }

  /// Notes that the rows of a page were appended.
  func note(_ page: PageRows, keeping: Bool) {
    if keeping { pages.append(page) }
    rowCount = columns?.root.pointee.count ?? rowCount
    byteCount += page.array?.count ?? 0
  }
}

/// With this many rows, or this many bytes of text, a chunk is full: memory that grows is moved now and then, and Arrow
/// counts the text of a column in 31 bits.
struct ChunkSize {
  var rows = 1 << 20
  var bytes = 256 << 20
}

/// Why a table could not be made.
package enum ArrowError: Error, Sendable {
  /// A value does not fit the type of its column. The message names page, row, column, type and value.
  case mismatch(String)
  case outOfMemory(String)
  /// The text of a page could not be read.
  case unreadable(JSONReadError)

  package static var outOfMemory: ArrowError {
    .outOfMemory("there is not enough memory for the columns")
  }
}
