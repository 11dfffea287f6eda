/// Rows of one page after the other in one set of columns.
final class ColumnChunk {
  /// The columns; nil: a later page has changed a type, and they must be filled again.
  var columns: ColumnTree?
  /// The pages, as long as that may happen.
  var pages: [PageRows] = []
  private(set) var rowCount = 0
  /// How long the pages' arrays are together.
  private(set) var byteCount = 0

  /// With so many rows, or so many bytes of text, a chunk is full: memory that grows is moved now and then, and Arrow
  /// counts the text of a column in 31 bits.
  static let enoughRows = 1 << 20
  static let enoughBytes = 256 << 20

  init(columns: ColumnTree?) {
    self.columns = columns
  }

  var isFull: Bool { rowCount >= Self.enoughRows || byteCount >= Self.enoughBytes }

  /// Notes that the rows of a page were appended.
  func note(_ page: PageRows, keeping: Bool) {
    if keeping { pages.append(page) }
    rowCount = columns?.root.pointee.count ?? rowCount
    byteCount += page.array?.count ?? 0
  }
}
