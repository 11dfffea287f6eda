import PagerBytes
import PagerJSON
import PagerState

/// What a walk remembers of the pages before the one that a request asks for.
///
/// Requests and tokens carry it. Requests for the same page are equal, whatever this says.
package struct ListPast: Sendable {
  /// Whether the page before says itself that there is more.
  let isPromised: Bool
  /// How many pages directly before are empty, and said that there is more.
  let emptyPages: Int64
  /// The most items that a page before has.
  let largestPage: Int64
  /// How many items the pages before have.
  let itemCount: Int64
  /// The newest total that they named; nil if they named none.
  let total: Int64?
  /// Whether a total counts the items of the list: the config names it, or it differs from the number of items of its
  /// own page.
  let hasTrueTotal: Bool
  /// The first page with items; nil: no page before has items that can be told from each other.
  let opening: OpeningPage?
  /// What the page before can be told by; 0 if it cannot.
  let latest: UInt64
  /// How many pages in a row are the page before.
  let repeats: Int64
  /// Whether the config did not name the number of the first page, and no page has shown that it is 1.
  let isFirstAssumed: Bool
  /// What the request looks for; nil: it asks for a page of the list.
  let look: PageLook?
  /// Whether items came after the total: it then says nothing any more.
  let hasPassedTotal: Bool
  /// Whether the first page had fewer items than were asked for, and was not the last one: the number of pages may then
  /// be that of larger pages.
  let hasShortOpening: Bool
  /// Whether the walk began with a page 0, so that the number of pages is one more than the last of their numbers.
  let countsFromZero: Bool

  init(
    isPromised: Bool = false, emptyPages: Int64 = 0, largestPage: Int64 = 0, itemCount: Int64 = 0, total: Int64? = nil,
    hasTrueTotal: Bool = false, opening: OpeningPage? = nil, latest: UInt64 = 0, repeats: Int64 = 0,
    isFirstAssumed: Bool = false, look: PageLook? = nil, hasPassedTotal: Bool = false, hasShortOpening: Bool = false,
    countsFromZero: Bool = false
  ) {
    self.isPromised = isPromised
    self.emptyPages = emptyPages
    self.largestPage = largestPage
    self.itemCount = itemCount
    self.total = total
    self.hasTrueTotal = hasTrueTotal
    self.opening = opening
    self.latest = latest
    self.repeats = repeats
    self.isFirstAssumed = isFirstAssumed
    self.look = look
    self.hasPassedTotal = hasPassedTotal
    self.hasShortOpening = hasShortOpening
    self.countsFromZero = countsFromZero
  }

  /// Nothing is known.
  static let unknown = ListPast()
  /// Nothing is known, not even the number of the first page.
  static let ofAssumedFirst = ListPast(isFirstAssumed: true)

  /// Whether no page came before.
  var isOfNothing: Bool { itemCount == 0 && emptyPages == 0 }

  /// What speaks against the list if the server refuses the request that only looks for a page.
  var doubtsIfRefused: ListDoubts {
    switch look {
    case .pageZero where isPromised: .brokenPromise
    // All items that the total names have come.
    case .beyondTotal: .refusedBeyondTotal
    case .pageZero, .beyondPageCount, nil: []
    }
  }

  /// What is remembered before the page after this one.
  ///
  /// - Parameters:
  ///   - page: what this page says.
  ///   - verdict: what follows it.
  ///   - isPromise: whether the page says itself that there is more.
  ///   - limit: how many items its request asks for; nil if that is not known.
  ///   - countsFromZero: whether it is page 0 of a list that begins with it.
  func following(
    _ page: PageWords, _ verdict: EndVerdict, isPromise: Bool = false, limit: Int64? = nil, countsFromZero: Bool = false
  ) -> ListPast {
    let (count, isEmpty) = (page.content.count, verdict == .openAfterEmptyPage)
    let isOpening = isOfNothing
    let hash = page.mark?.hash ?? 0
    return ListPast(
      isPromised: isPromise, emptyPages: isEmpty ? emptyPages + 1 : 0,
      largestPage: max(largestPage, count), itemCount: items(with: count), total: page.total.value ?? total,
      hasTrueTotal: hasTrueTotal || page.hasTrueTotal,
      opening: opening ?? OpeningPage(page),
      latest: hash, repeats: hash != 0 && hash == latest ? repeats + 1 : 1,
      // If empty pages stand between others, a server that counts from 0 is not the reason for them.
      isFirstAssumed: isFirstAssumed && !isEmpty,
      look: verdict.look, hasPassedTotal: hasPassedTotal || look == .beyondTotal,
      hasShortOpening: isOpening ? isPromise && limit.map { 0 < count && count < $0 } ?? false : hasShortOpening,
      countsFromZero: self.countsFromZero || countsFromZero)
  }

  /// How many items came, with those of the page after.
  func items(with count: Int64) -> Int64 {
    let (sum, isTooLarge) = itemCount.addingReportingOverflow(count)
    return isTooLarge ? .max : sum
  }
}

extension EndVerdict {
  /// What the next request looks for; nil: it asks for a page of the list.
  fileprivate var look: PageLook? {
    switch self {
    case .openPageZero: .pageZero
    case .openBeyondTotal: .beyondTotal
    case .openBeyondPageCount: .beyondPageCount
    case .closed, .doubtful, .open, .openAfterEmptyPage, .broken: nil
    }
  }
}

/// The first page of a walk, by what it can be told from others.
final class OpeningPage: Sendable {
  let mark: PageMark?
  /// A hash of all its items; nil if nothing will ask for it.
  let bytes: UInt64?
  /// The total that it named; nil if it named none.
  let total: Int64?

  init(_ mark: PageMark?, bytes: UInt64?, total: Int64?) {
    (self.mark, self.bytes, self.total) = (mark, bytes, total)
  }

  /// Nil if the page cannot be told from others.
  convenience init?(_ page: PageWords) {
    guard page.content.count > 0, page.mark != nil || page.bytes != nil else { return nil }
    self.init(page.mark, bytes: page.bytes, total: page.total.value)
  }
}

/// What a page can be told from others by: the bytes of its first items. Cursors are not among them.
///
/// Only pages of objects that differ from each other have one: equal objects may be different items.
struct PageMark: Sendable, Hashable {
  /// The hashes of the first items, and zeros.
  let items: SIMD8<UInt64>
  /// How many of these there are, at most eight.
  let length: Int
  /// How many items the page has.
  let count: Int

  static let longest = 8
  /// How many items show that a page is not the first one again.
  private static let fewest = 4

  /// Nil if the items cannot be told from each other. A single item can if it has an `id`.
  ///
  /// - Parameter opening: the first page; nil: this is the first one.
  init?(_ array: JSONNode?, _ nodeKeys: [String], after opening: PageMark?) {
    guard let array, array.kind == .array else { return nil }
    let keys = NodeKeys(nodeKeys)
    let count = array.count
    var items = SIMD8<UInt64>.zero
    let first = min(count, Self.fewest)
    guard first > 0, array.hashItems(0..<first, nodeKeys: keys, into: &items) == first else { return nil }
    var length = first
    // More than half of eight items need one of the first four, and so do all of fewer items.
    let mayRepeat = opening.map { opening in (0..<first).contains { items[$0] == opening.items[$0] } } ?? true
    if mayRepeat, count > first {
      length = min(count, Self.longest)
      guard array.hashItems(first..<length, nodeKeys: keys, into: &items) == length else { return nil }
    }
    for index in 1..<max(1, length) {
      for earlier in 0..<index where items[earlier] == items[index] { return nil }
    }
    if count == 1 {
      let item = array.elements.first { _ in true }.map(keys.node)
      guard item?["id"].map({ !$0.isNull }) ?? false else { return nil }
    }
    (self.items, self.length, self.count) = (items, length, count)
  }

  /// A mark that a token has.
  init?(hashes: [UInt64], count: Int) {
    guard (1...Self.longest).contains(hashes.count), count >= hashes.count else { return nil }
    var items = SIMD8<UInt64>.zero
    for (index, hash) in hashes.enumerated() { items[index] = hash }
    (self.items, length, self.count) = (items, hashes.count, count)
  }

  /// The first items and their number in one number, which is not 0.
  var hash: UInt64 {
    var hash = UInt64(count)
    for index in 0..<min(length, Self.fewest) {
      hash = (hash ^ items[index]) &* 0xd6e8_feb8_6659_fd93
      hash ^= hash >> 32
    }
    return max(1, hash)
  }

  /// Whether the page is that one again: most of its first items are those, each in its old place. All are if one of
  /// the two pages has fewer items than a mark has room for.
  func repeats(_ other: PageMark) -> Bool {
    let whole = min(count, Self.longest)
    if whole < Self.longest, whole > other.length { return false }
    let common = min(whole, other.length)
    guard length >= common else { return false }
    var equal = 0
    for index in 0..<common where items[index] == other.items[index] { equal += 1 }
    return common < Self.longest ? equal == common : 2 * equal > common
  }
}

extension ListPast {
  /// Reads what a token keeps of it, by the keys of a place: see `PageRequest.write`. What cannot be read is not known.
  init(_ json: JSONValue) {
    let count = { (key: String) in max(0, json[key]?.integer ?? 0) }
    let hashes = json["opening"]?.string.flatMap(Fingerprints.read) ?? []
    let mark = PageMark(hashes: hashes, count: Int(clamping: count("opening_count")))
    let bytes = json["first"]?.string.flatMap { UInt64(hexadecimal: $0) }
    let opening =
      mark == nil && bytes == nil
      ? nil : OpeningPage(mark, bytes: bytes, total: json["opening_total"]?.integer)
    self.init(
      isPromised: json["promised"]?.bool ?? false, emptyPages: count("empty"), largestPage: count("largest_page"),
      itemCount: count("count"), total: json["total"]?.integer, hasTrueTotal: json["true_total"]?.bool ?? false,
      opening: opening,
      latest: json["repeated"]?.string.flatMap { UInt64(hexadecimal: $0) } ?? 0, repeats: max(1, count("repeats")),
      isFirstAssumed: json["assumed"]?.bool ?? false,
      look: json["zero"]?.bool == true
        ? .pageZero
        : json["beyond"]?.bool == true ? .beyondTotal : json["beyond_pages"]?.bool == true ? .beyondPageCount : nil,
      hasPassedTotal: json["passed_total"]?.bool ?? false, hasShortOpening: json["short_opening"]?.bool ?? false,
      countsFromZero: json["from_zero"]?.bool ?? false)
  }
}
