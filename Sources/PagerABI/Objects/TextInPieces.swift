/// A text that is measured first and then written into memory of that size, so that it is never held twice.
protocol TextInPieces {
  /// Gives all pieces, in order; the same ones every time.
  func forEachPiece(_ give: (UnsafeRawBufferPointer) -> Void)
}

extension TextInPieces {
  /// How many bytes the text has.
  var count: Int {
    var count = 0
    forEachPiece { count += $0.count }
    return count
  }

  /// Writes the text to memory of `count` bytes.
  func write(to memory: UnsafeMutableRawBufferPointer) {
    var rest = memory[...]
    forEachPiece { piece in
      UnsafeMutableRawBufferPointer(rebasing: rest).copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
    }
  }
}
