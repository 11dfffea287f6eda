/// Reading a struct of functions that C passes; its first member, `struct_size`, says how much of it there is.
enum FunctionTable {
  /// Larger ones are taken for a mistake.
  private static let largestSize = 4096

  /// Copies a struct as far as the caller knows it; members beyond that stay as `empty` has them.
  ///
  /// - Throws: `invalidArgument` for a size that no such struct has, and for a member that this version does not know and
  ///   that is not NULL.
  static func copy<Table>(
    _ name: StaticString, _ table: UnsafePointer<Table>, empty: Table
  ) throws(ErrorReport) -> Table {
    let source = UnsafeRawPointer(table)
    let size = source.load(as: Int.self)
    guard size >= MemoryLayout<Int>.size, size <= largestSize else {
      throw ErrorReport(
        .invalidArgument, "\(name).struct_size is \(UInt(bitPattern: size)): set it to sizeof(*\(name))")
    }
    let known = min(size, MemoryLayout<Table>.size)
    for offset in known..<max(size, known) where source.load(fromByteOffset: offset, as: UInt8.self) != 0 {
      throw ErrorReport(.invalidArgument, "\(name) has a member that is not NULL, and that this version does not know")
    }
    var copy = empty
    withUnsafeMutableBytes(of: &copy) { bytes in
      // Whole members only: each has the size of a pointer.
      let count = known / MemoryLayout<Int>.size * MemoryLayout<Int>.size
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: count))
    }
    return copy
  }
}
