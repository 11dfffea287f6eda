import PagerJSON
import PagerState

/// A list whose end cannot be believed.
extension ErrorReport {
  /// Fewer items than the pages name.
  init(_ shortfall: TotalShortfall) {
    self.init(
      .fewerThanTotal,
      "the list has reached its end with \(shortfall.items) items, and its pages name a total of \(shortfall.total): "
        + "the server stops early, or hides items, or the total counts something else; if it does, set "
        + "\"check_total\": false")
    self.shortfall = shortfall
  }

  /// Something speaks against the end, and the pager is strict.
  init(_ doubts: ListDoubts) {
    self.init(
      .inDoubt,
      "the list has reached its end, and the pager is `strict`: " + doubts.reasons.joined(separator: "; ")
        + ". All items that came are there")
    self.doubts = doubts
  }
}

extension TotalShortfall {
  /// Both numbers, as in the header.
  var json: JSONValue { ["items": .integer(Int64(items)), "total": .integer(total)] }
}

extension ListDoubts {
  /// The words, as in the header.
  var json: JSONValue { .array(words.map { .string($0) }) }

  /// What was seen, in words for people.
  fileprivate var reasons: [String] {
    let all: [(doubt: ListDoubts, reason: String)] = [
      (.brokenPromise, "a page says that there is more, and the page after it is empty and ends the list"),
      (.fewerThanTotal, "it has fewer items than the smallest total of its pages"),
      (.moreThanTotal, "it has more items than the greatest total of its pages"),
      (.refusedBeyondTotal, "the server refuses the page after a total that it may have capped"),
    ]
    return all.filter { contains($0.doubt) }.map(\.reason)
  }
}
