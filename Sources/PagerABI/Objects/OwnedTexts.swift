import Glibc

/// Texts that are made when C asks for them, and live as long as what they belong to.
struct OwnedTexts: ~Copyable {
  enum Name: Hashable {
    case error, output
  }

  private var texts: [Name: (base: UnsafeMutablePointer<CChar>, count: Int)] = [:]

  deinit {
    for text in texts.values { free(text.base) }
  }

  /// A text, made at the first call; it ends with a NUL that `count` leaves out. None when memory runs out.
  mutating func text(for name: Name, _ make: () -> [UInt8]) -> BorrowedText {
    if let known = texts[name] { return BorrowedText(start: known.base, count: known.count) }
    let bytes = make()
    guard let memory = malloc(bytes.count + 1) else { return .none }
    bytes.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count) }
    memory.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    let text = memory.bindMemory(to: CChar.self, capacity: bytes.count + 1)
    texts[name] = (text, bytes.count)
    return BorrowedText(start: text, count: bytes.count)
  }
}
