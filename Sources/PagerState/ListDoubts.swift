/// What speaks against a list that reached its end: it may have fewer or more items than came.
///
/// A doubt is not an error: each of these also happens in lists that are whole.
public struct ListDoubts: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A page said that there is more, and the page after it is empty and ends the list.
  public static let brokenPromise = ListDoubts(rawValue: 1)
  /// The list has fewer items than the smallest total that its pages named.
  public static let fewerThanTotal = ListDoubts(rawValue: 2)
  /// The list has more items than the greatest total that its pages named.
  public static let moreThanTotal = ListDoubts(rawValue: 4)
  /// The server refused the page after a total that it may have capped.
  public static let refusedBeyondTotal = ListDoubts(rawValue: 8)

  /// The doubts, each with the word for it that a user sees.
  private static let words: [(doubt: ListDoubts, word: String)] = [
    (.brokenPromise, "broken_promise"), (.fewerThanTotal, "fewer_than_total"), (.moreThanTotal, "more_than_total"),
    (.refusedBeyondTotal, "refused_beyond_total"),
  ]

  public var words: [String] { Self.words.filter { contains($0.doubt) }.map(\.word) }

  /// The doubts with these words; nil if one of them is not a doubt.
  public init?(words: [String]) {
    self = []
    for word in words {
      guard let doubt = Self.words.first(where: { $0.word == word })?.doubt else { return nil }
      insert(doubt)
    }
  }
}
