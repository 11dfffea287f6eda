package import PagerJSON
package import PagerState

extension PartialData {
  /// The counts as the header's JSON object: `pages`, `errors`, and the `first` one.
  package var json: JSONValue {
    [
      "pages": .integer(Int64(pages)), "errors": .integer(Int64(errors)),
      "first": [
        "page": .integer(Int64(first.page)), "message": first.message.map { .string($0) } ?? .null,
        "path": first.path.map { .string($0) } ?? .null,
      ],
    ]
  }

  /// The same with texts of at most so many bytes: a token has room for little.
  func shortened(to count: Int) -> PartialData {
    let cut = { (text: String?) in text.map { String(decoding: $0.utf8.prefix(count), as: UTF8.self) } }
    return PartialData(
      pages: pages, errors: errors,
      first: First(page: first.page, message: cut(first.message), path: cut(first.path)))
  }

  /// Reads what ``json`` wrote; nil for anything else.
  init?(_ json: JSONValue) {
    guard let pages = json["pages"]?.integer.flatMap({ Int(exactly: $0) }), pages > 0,
      let errors = json["errors"]?.integer.flatMap({ Int(exactly: $0) }), errors >= pages,
      let first = json["first"], let page = first["page"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(
      pages: pages, errors: errors,
      first: First(page: page, message: first["message"]?.string, path: first["path"]?.string))
  }
}
