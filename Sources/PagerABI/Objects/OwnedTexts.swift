import Glibc

/// Texts that are made when C asks for them, and live as long as their owner.
///
/// Their memory comes from `malloc`, because a server decides how long they are: Swift's own allocation would end the
/// process if memory ran out.
struct OwnedTexts: ~Copyable {
  enum Name: Hashable {
    case error, output, items, lines, nested
  }

  private var texts: [Name: (base: UnsafeMutablePointer<CChar>, count: Int)] = [:]

  deinit {
    for text in texts.values { free(text.base) }
  }

  /// A text that was made before; nil if it was not.
  func known(_ name: Name) -> BorrowedText? {
    texts[name].map { BorrowedText(start: $0.base, count: $0.count) }
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
    texts[name] = (text, count)
    return BorrowedText(start: text, count: count)
  }
}
