import PagerBytes

/// The array of items of a page that does not show all that came.
struct ItemArray: TextInPieces {
  let items: ItemSlices
  let body: ReceivedBytes

  func forEachPiece(_ give: (UnsafeRawBufferPointer) -> Void) {
    StaticString("[").withUTF8Buffer { give(UnsafeRawBufferPointer($0)) }
    body.withUnsafeBytes { bytes in
      for index in 0..<items.count {
        guard let item = items[index] else { break }
        if index > 0 { StaticString(",").withUTF8Buffer { give(UnsafeRawBufferPointer($0)) } }
        give(UnsafeRawBufferPointer(rebasing: bytes[item]))
      }
    }
    StaticString("]").withUTF8Buffer { give(UnsafeRawBufferPointer($0)) }
  }
}
