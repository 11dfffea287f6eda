import PagerBytes
import PagerJSON

/// The items of a page, one a line: NDJSON.
struct ItemLines: TextInPieces {
  let items: ItemSlices
  let body: ReceivedBytes

  func forEachPiece(_ give: (UnsafeRawBufferPointer) -> Void) {
    body.withUnsafeBytes { bytes in
      for index in 0..<items.count {
        guard let item = items[index] else { return }
        JSONLine.forEachPiece(of: UnsafeRawBufferPointer(rebasing: bytes[item]), give)
        StaticString("\n").withUTF8Buffer { give(UnsafeRawBufferPointer($0)) }
      }
    }
  }
}
