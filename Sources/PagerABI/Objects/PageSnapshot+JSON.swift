import PagerBytes
import PagerCore
import PagerState

/// The pages as one JSON text; each response stands in it as the server sent it.
///
/// Measured first and then written into memory of that size, so that the text is never held twice.
extension PageSnapshot<ConnectionPage> {
  /// How many bytes the text has.
  var jsonCount: Int {
    var count = 0
    forEachPiece { count += $0.count }
    return count
  }

  /// Writes the text to memory of `jsonCount` bytes.
  func writeJSON(to memory: UnsafeMutableRawBufferPointer) {
    var rest = memory[...]
    forEachPiece { piece in
      UnsafeMutableRawBufferPointer(rebasing: rest).copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
    }
  }

  private func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    Self.give("{\"previous_pages\":[", to: body)
    Self.give(responses: previous.reversed(), to: body)
    Self.give("],\"initial_page\":", to: body)
    if let initial { initial.body.withUnsafeBytes(body) } else { Self.give("null", to: body) }
    Self.give(",\"next_pages\":[", to: body)
    Self.give(responses: next, to: body)
    Self.give("]}", to: body)
  }

  private static func give(responses pages: some Sequence<ConnectionPage>, to body: (UnsafeRawBufferPointer) -> Void) {
    var isFirst = true
    for page in pages {
      if !isFirst { give(",", to: body) }
      isFirst = false
      page.body.withUnsafeBytes(body)
    }
  }

  private static func give(_ text: StaticString, to body: (UnsafeRawBufferPointer) -> Void) {
    text.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
  }
}
