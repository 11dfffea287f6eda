import PagerBytes
import PagerCore
import PagerState

extension PageSnapshot<ConnectionPage> {
  /// The pages as one JSON text; each response stands in it as the server sent it.
  var json: [UInt8] {
    var text = Array("{\"previous_pages\":".utf8)
    text.append(responses: previous.reversed())
    text += ",\"initial_page\":".utf8
    if let initial { text.append(response: initial) } else { text += "null".utf8 }
    text += ",\"next_pages\":".utf8
    text.append(responses: next)
    text += "}".utf8
    return text
  }
}

extension [UInt8] {
  fileprivate mutating func append(response page: ConnectionPage) {
    page.body.withUnsafeBytes { append(contentsOf: $0) }
  }

  fileprivate mutating func append(responses pages: some Sequence<ConnectionPage>) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for page in pages {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      append(response: page)
    }
    append(UInt8(ascii: "]"))
  }
}
