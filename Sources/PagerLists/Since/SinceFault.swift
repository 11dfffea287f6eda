import PagerBytes
import PagerClient
import PagerJSON
import PagerTransport

/// Why the items of a page cannot be compared, or are out of order.
// A word: each item asks whether there is one.
indirect enum SinceFault {
  /// An item has no value, or one of another type.
  case unusable(index: Int, _ found: String, _ name: String?)
  /// An item is on the wrong side of an earlier one.
  case disorder(index: Int, SinceValue, _ name: String?, after: OrderCheck.Item, _ beforeName: String?)
}

extension SincePlan {
  /// What stands in place of a value, for messages.
  func found(_ node: JSONNode?, hiding secrets: RequestSecrets?) -> String {
    guard let node else { return "nothing" }
    guard node.kind == .string || node.kind == .number else { return node.kind.phrase }
    // A secret that the end of the quotation would cut is hidden as a whole.
    let written = String(decoding: node.writtenBytes.prefix(4 << 10), as: UTF8.self)
    let text = Self.shown(written, hiding: secrets)
    return text.utf8.count > 60 ? "\(node.kind.phrase) that begins with \(text.cut(to: 60))" : text
  }

  /// The error of a page with a fault.
  ///
  /// - Parameters:
  ///   - place: the array of items, as a JSON Pointer.
  ///   - nodeKeys: the keys of an edge's node; the message names the first.
  ///   - secrets: what the message does not show of the items' values.
  func error(
    _ fault: SinceFault, onPage page: Int, in place: String, _ nodeKeys: [String], hiding secrets: RequestSecrets?
  ) -> ClientError {
    let node = nodeKeys.first.map { "/\($0)" } ?? ""
    let label = { (page: Int, index: Int, name: String?) in
      let identity = name.map { " (\(self.identity): \(Self.shown($0, hiding: secrets)))" } ?? ""
      return "the item with index \(index) on page \(page)\(identity)"
    }
    switch fault {
    case .unusable(let index, let found, let name):
      return .notOrdered(
        message: "\(label(page, index, name)) has \(found) at \(rule.path), and not \(rule.expected): an item without "
          + "such a value has no place in a list that is read since a mark. Choose a field that every item has as the "
          + "`path` of `since`\(numberAdvice(found))\(missingAdvice(found))",
        path: "\(place)/\(index)\(node)\(rule.path)")
    case .disorder(let index, let value, let name, let before, let beforeName):
      let isDescending = rule.order == .descending
      return .notOrdered(
        message: "the list is not in \(rule.order.rawValue) order of \(rule.path): \(label(page, index, name)) has "
          + "\(shown(value, hiding: secrets)), which is \(isDescending ? "greater" : "less") than the "
          + "\(shown(before.value, hiding: secrets)) of \(label(before.page, before.index, beforeName))\(allowance). Sort the "
          + "list by this field, or say with `tolerate` of `since` how much disorder there may be",
        path: "\(place)/\(index)\(node)\(rule.path)")
    }
  }

  private static func shown(_ text: String, hiding secrets: RequestSecrets?) -> String {
    secrets.hide(in: text).printable
  }

  /// Text has quotes: it may be empty or have spaces at its ends.
  private func shown(_ value: SinceValue, hiding secrets: RequestSecrets?) -> String {
    let text = Self.shown(value.text, hiding: secrets)
    return rule.type == .text ? "\"\(text)\"" : text
  }

  /// Times may be numbers of seconds, which are not texts of a time.
  private func numberAdvice(_ found: String) -> String {
    let isNumber = found.utf8.first.map { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } ?? false
    return rule.type == .time && isNumber ? ", or set its `type` to \"integer\" if the field has whole numbers" : ""
  }

  private func missingAdvice(_ found: String) -> String {
    found == "nothing" || found == JSONKind.null.phrase
      ? ", or say with `on_missing` of `since` what becomes of items without it" : ""
  }

  private var allowance: String {
    switch rule.tolerance {
    case .none: ""
    case .items(let count): ", and more than \(count) items later"
    case .distance(let distance): ", by more than the tolerated \(distance) ms"
    }
  }

  /// The error of a window that a checkpoint cannot keep.
  var windowFull: ClientError {
    let key = rule.type == .time ? "lag_ms" : "lag"
    let isShortest = rule.type == .text || rule.lag == 0
    let advice = isShortest ? "choose a `path` with more different values" : "shorten the `\(key)`"
    return .windowFull(
      message: "more than \(windowLimit) items lie within the lag below the greatest value, and a checkpoint "
        + "keeps at most that many: \(advice)", path: isShortest ? "/since/path" : "/since/\(key)")
  }
}
