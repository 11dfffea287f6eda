import PagerEngine
import PagerJSON

/// A place in a list of offsets or page numbers, in a resume token.
extension ListOffset {
  /// The place with what is known of the pages before it. Members that say nothing are left out.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "offset": .integer(number), "items_before": itemsBefore.map { .integer($0) } ?? .null,
    ]
    if past.emptyPages > 0 { members["empty"] = .integer(past.emptyPages) }
    if past.isFirstAssumed {
      members["assumed"] = true
      members["largest"] = .integer(past.largestPage)
    }
    if past.items != 0 { members["repeated"] = .string(past.items.hexadecimal) }
    members["total"] = past.total.map { .integer($0) }
    members["first"] = past.firstItems.map { .string($0.hexadecimal) }
    if past.isPageZero { members["zero"] = true }
    return .object(members)
  }

  /// Reads what ``json`` wrote; nil for anything else.
  init?(_ json: JSONValue) {
    guard let number = json["offset"]?.integer, number >= 0 else { return nil }
    self.init(
      number: number, itemsBefore: json["items_before"]?.integer,
      past: OffsetPast(
        emptyPages: max(0, json["empty"]?.integer ?? 0), largestPage: max(0, json["largest"]?.integer ?? 0),
        isFirstAssumed: json["assumed"]?.bool ?? false,
        items: json["repeated"]?.string.flatMap { UInt64(hexadecimal: $0) } ?? 0, total: json["total"]?.integer,
        firstItems: json["first"]?.string.flatMap { UInt64(hexadecimal: $0) },
        isPageZero: json["zero"]?.bool ?? false))
  }
}
