import PagerBytes
import PagerJSON

/// The items of a page, one a line: NDJSON.
struct ItemLines: TextInPieces {
  private let items: ItemSlices
  private let body: ReceivedBytes
  /// Whether an item may span lines: one look at all of them is faster than one at each.
  private let isBroken: Bool

  /// - Parameter array: the place of all items in the body.
  init(items: ItemSlices, in array: Range<Int>, of body: ReceivedBytes) {
    self.items = items
    self.body = body
    isBroken = body.withUnsafeBytes { JSONLine.isBroken(UnsafeRawBufferPointer(rebasing: $0[array])) }
  }

  func forEachPiece(_ give: (UnsafeRawBufferPointer) -> Void) {
    body.withUnsafeBytes { bytes in
      for index in 0..<items.count {
        guard let item = items[index] else { return }
        let text = UnsafeRawBufferPointer(rebasing: bytes[item])
        if isBroken { JSONLine.forEachPiece(of: text, give) } else { give(text) }
        StaticString("\n").withUTF8Buffer { give(UnsafeRawBufferPointer($0)) }
      }
    }
  }
}
