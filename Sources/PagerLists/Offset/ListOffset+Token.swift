import PagerJSON

/// A place in a list of offsets or page numbers, in a resume token.
extension ListOffset {
  /// Reads what `PageRequest.write` wrote; nil for anything else.
  init?(_ json: JSONValue) {
    guard let number = json["offset"]?.integer, number >= 0 else { return nil }
    self.init(number: number, itemsBefore: json["items_before"]?.integer)
  }
}
