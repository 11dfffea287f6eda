import PagerJSON

/// The words by which servers name what a list needs: arguments for places and sizes, fields for cursors, flags and
/// counts.
///
/// `words.json` has them, with products that use each. The first of several that a document has counts.
package struct WordTable: Sendable {
  /// What a word is for.
  package enum Purpose: String, Sendable, Hashable, CaseIterable {
    case after, before, offset, page, size, last
    case hasMore = "has_more"
    case hasPrevious = "has_previous"
    case pageCount = "page_count"
    case total
    /// Counts of which an answer has several, one for each kind of items: the greatest is the total.
    case partOfTotal = "part_of_total"
    case endCursor = "end_cursor"
    case startCursor = "start_cursor"
    /// Objects below a list that say something about the list.
    case info
    /// Arguments that choose items, so that what is in them is not a place.
    case filter
  }

  private let words: [Purpose: [String]]

  /// The table of this library.
  package static let shared = WordTable()

  /// The table as JSON: for each purpose, each word with the products that use it.
  package static var text: String { String(decoding: PackageResources.words_json, as: UTF8.self) }

  private init() {
    // The order of the words counts, and an object of JSON has none, so the text is read in its order.
    let table = try? RawJSON(validated: PackageResources.words_json).read { root in
      root.members.map { ($0.key, $0.value.members.map(\.key)) }
    }
    words = Dictionary(
      uniqueKeysWithValues: (table ?? []).compactMap { key, words in
        Purpose(rawValue: key).map { ($0, words) }
      })
  }

  /// The words for a purpose, in the order in which they are looked for.
  package subscript(purpose: Purpose) -> [String] { words[purpose] ?? [] }

  package func has(_ word: String, for purpose: Purpose) -> Bool { self[purpose].contains(word) }
}
