package import CSwiftPager

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
