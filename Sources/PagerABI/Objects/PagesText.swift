import PagerBytes
import PagerCore
import PagerState

/// The pages as one JSON text, with each response as the server sent it.
struct PagesText: TextInPieces {
  let pages: PageSnapshot<ConnectionPage>

  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    Self.give("{\"previous_pages\":[", to: body)
    Self.give(responses: pages.previous.reversed(), to: body)
    Self.give("],\"initial_page\":", to: body)
    if let initial = pages.initial { initial.body.withUnsafeBytes(body) } else { Self.give("null", to: body) }
    Self.give(",\"next_pages\":[", to: body)
    Self.give(responses: pages.next, to: body)
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
