import PagerJSON
import PagerState

/// A list that has fewer items than its pages name.
extension ErrorReport {
  init(_ shortfall: TotalShortfall) {
    self.init(
      .fewerThanTotal,
      "the list has reached its end with \(shortfall.items) items, and its pages name a total of \(shortfall.total): "
        + "the server stops early, or hides items, or the total counts something else; if it does, set "
        + "\"check_total\": false")
    self.shortfall = shortfall
  }
}

extension TotalShortfall {
  /// Both numbers, as in the header.
  var json: JSONValue { ["items": .integer(Int64(items)), "total": .integer(total)] }
}
