import Glibc

/// Text that another object owns, in C's form: a start and a length in bytes; no start if there is no text.
struct BorrowedText {
  let start: UnsafePointer<CChar>?
  let count: Int

  static var none: BorrowedText { BorrowedText(start: nil, count: 0) }

  /// Hands the text to C, which may not want the length.
  func give(_ length: UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>? {
    length?.pointee = count
    return start
  }
}

/// Texts that are made when C asks for them, and live as long as their owner.
///
/// Their memory comes from `malloc`, because a server decides how long they are: Swift's own allocation would end the
/// process if memory ran out.
struct OwnedTexts: ~Copyable {
  enum Name {
    case error, output, items, lines, nested
    /// Not texts, but lent in the same way.
    case spans, nodeSpans
  }

  // A few at most.
  private var texts: [(name: Name, base: UnsafeMutablePointer<CChar>, count: Int)] = []

  deinit {
    for text in texts { LentMemory.giveBack(text.base, count: text.count) }
  }

  /// A text that was made before; nil if it was not.
  func known(_ name: Name) -> BorrowedText? {
    texts.first { $0.name == name }.map { BorrowedText(start: $0.base, count: $0.count) }
  }

  /// A text, made at the first call. It ends with a NUL that `count` does not include. None if memory runs out; a later
  /// call tries again.
  ///
  /// - Parameter write: fills `count` bytes.
  mutating func text(
    for name: Name, count: @autoclosure () -> Int, _ write: (UnsafeMutableRawBufferPointer) -> Void
  ) -> BorrowedText {
    if let known = known(name) { return known }
    let count = count()
    guard let memory = malloc(count + 1) else { return .none }
    write(UnsafeMutableRawBufferPointer(start: memory, count: count))
    memory.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    let text = memory.bindMemory(to: CChar.self, capacity: count + 1)
    texts.append((name, text, count))
    return BorrowedText(start: text, count: count)
  }
}

/// A text that is measured first and then written into memory of that size: it is never held twice.
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
