import PagerJSON

/// The place in a keyset list that a request asks for, in addition to its variables. Requests for the same page are
/// equal, whatever this says. A class, because requests are copied often and few have one.
package final class KeysetPlace: Sendable, Hashable {
  /// The keys after which the page comes; empty for the beginning of the list.
  let keys: [VariableValue]
  /// The number of the page on the way to its end, from 1. It grows from page to page.
  let page: Int64
  /// The most items that a page on the way to this one had.
  let largestPage: Int
  /// For an inclusive list: the identities of the items with exactly these keys. They come again.
  let seen: [UInt64]

  init(keys: [VariableValue] = [], page: Int64 = 1, largestPage: Int = 0, seen: [UInt64] = []) {
    self.keys = keys
    self.page = page
    self.largestPage = largestPage
    self.seen = seen
  }

  package static func == (left: KeysetPlace, right: KeysetPlace) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// A place in a resume token.
extension KeysetPlace {
  /// Reads what `PageRequest.write` wrote; nil for anything else.
  convenience init?(_ json: JSONValue) throws(ResumeTokenError) {
    guard let texts = json["keys"]?.array, let page = json["page"]?.integer, (1...(1 << 53)).contains(page),
      let largest = json["largest"]?.integer.flatMap({ Int(exactly: $0) }), largest >= 0,
      let seen = Fingerprints.read(json["seen"]?.string ?? "")
    else { return nil }
    var keys: [VariableValue] = []
    for text in texts {
      guard let text = text.string, let key = try VariableValue(inToken: text) else { return nil }
      keys.append(key)
    }
    self.init(keys: keys, page: page, largestPage: largest, seen: seen)
  }
}
