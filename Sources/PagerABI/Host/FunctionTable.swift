/// A copied struct of functions from C. Its first member, `struct_size`, is its size.
struct FunctionTable<Table> {
  /// The members that the caller knows; further members stay NULL.
  let members: Table
  private let name: StaticString
  /// Whether a member that this version does not know is not NULL.
  private let asksForMore: Bool

  /// Larger ones are taken for a mistake.
  private static var largestSize: Int { 4096 }

  /// - Parameter empty: the struct with nothing in it.
  /// - Throws: `invalidArgument` for a size that the struct cannot have. No member can then be used.
  init(_ name: StaticString, _ table: UnsafePointer<Table>, empty: Table) throws(ErrorReport) {
    let source = UnsafeRawPointer(table)
    let size = source.loadUnaligned(as: Int.self)
    guard size >= MemoryLayout<Int>.size, size <= Self.largestSize else {
      throw ErrorReport(
        .invalidArgument, "\(name).struct_size is \(UInt(bitPattern: size)): set it to sizeof(*\(name))")
    }
    let known = min(size, MemoryLayout<Table>.size)
    asksForMore = (known..<size).contains { source.load(fromByteOffset: $0, as: UInt8.self) != 0 }
    var copy = empty
    withUnsafeMutableBytes(of: &copy) { bytes in
      // Whole members only: each has the size of a pointer.
      let count = known / MemoryLayout<Int>.size * MemoryLayout<Int>.size
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: count))
    }
    members = copy
    self.name = name
  }

  /// - Throws: `invalidArgument` if the caller sets a member that this version does not know.
  func check() throws(ErrorReport) {
    guard asksForMore else { return }
    throw ErrorReport(
      .invalidArgument,
      "\(name) has a member that is not NULL and that this version of the library does not know: update the library, "
        + "or set the member to NULL")
  }
}
