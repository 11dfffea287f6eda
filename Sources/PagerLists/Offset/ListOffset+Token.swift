import PagerJSON

/// A place in a list of offsets or page numbers, in a resume token.
extension ListOffset {
  var members: [String: JSONValue] {
    ["offset": .integer(number), "items_before": itemsBefore.map { .integer($0) } ?? .null]
  }

  /// Reads what ``members`` has; nil for anything else.
  init?(_ json: JSONValue) {
    guard let number = json["offset"]?.integer, number >= 0 else { return nil }
    self.init(number: number, itemsBefore: json["items_before"]?.integer)
  }
}
