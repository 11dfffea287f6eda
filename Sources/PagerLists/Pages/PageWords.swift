import PagerJSON

/// What a page says about the end of its list, as plain values.
struct PageWords: Sendable, Hashable {
  /// What stands in the place of the list.
  enum Content: Sendable, Hashable {
    case null
    case items(Int64)

    var count: Int64 {
      switch self {
      case .null: 0
      case .items(let count): count
      }
    }
  }

  /// One thing that a page may say.
  enum Word<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The config does not name its place.
    case unasked
    /// Its place has nothing that can be used.
    case missing
    case said(Value)

    var value: Value? {
      if case .said(let value) = self { value } else { nil }
    }
  }

  /// Whether an item came that an earlier run had, in a list with the newest items first.
  enum Mark: Sendable, Hashable {
    /// Nothing is looked for.
    case unasked
    case met
    /// - Parameter mayBeWhole: whether a total may show that all items of the list have come.
    case unmet(mayBeWhole: Bool)
  }

  var content: Content
  /// Whether there is more.
  var hasMore: Word<Bool> = .unasked
  /// How many items the list has. A total below the items of its own page is missing.
  var total: Word<Int64> = .unasked
  /// Whether the config names the place of the total: then it counts the items of the list.
  var isTotalNamed = false
  /// How many pages the list has.
  var pageCount: Word<Int64> = .unasked
  /// What the page can be told from others by; nil if it cannot.
  var mark: PageMark?
  /// A hash of all its items; nil if nothing asks for it.
  var bytes: UInt64?
  var since = Mark.unasked

  /// Whether its total counts the items of the list, and not those of the page.
  var hasTrueTotal: Bool { total.value.map { isTotalNamed || $0 != content.count } ?? false }

  /// Whether the page says itself that there is more, by a flag or a number of pages.
  func isPromise(at offset: ListOffset?, after past: ListPast) -> Bool {
    if case .said(let hasMore) = hasMore { return hasMore }
    guard let pageCount = pageCount.value, let offset else { return false }
    return isBefore(pageCount, offset, past)
  }

  /// Whether further pages follow one by its number. A walk that begins with page 0 counts from there.
  func isBefore(_ pageCount: Int64, _ offset: ListOffset, _ past: ListPast) -> Bool {
    past.countsFromZero || offset.number == 0 ? offset.number < pageCount - 1 : offset.number < pageCount
  }
}

extension PageWords.Word<Bool> {
  /// Reads the flag below a node.
  init(flagAt pointer: JSONPointer, below node: JSONNode?) throws(JSONReadError) {
    self = try node?.uniqueNode(at: pointer)?.flag.map { .said($0) } ?? .missing
  }
}

extension PageWords.Word<Bool> {
  /// Whether there is a cursor below a node, for a page after this one.
  init(cursorAt pointer: JSONPointer, below node: JSONNode?) throws(JSONReadError) {
    let cursor = try node?.uniqueNode(at: pointer)
    self = cursor.map { .said(!$0.isNull && $0.stringBytes?.isEmpty != true) } ?? .missing
  }
}

extension PageWords.Word<Int64> {
  /// Reads the count below a node.
  ///
  /// - Parameters:
  ///   - pointer: its place; nil: the config does not name one.
  ///   - least: a number below this one is missing.
  init(countAt pointer: JSONPointer?, below node: JSONNode?, least: Int64 = .min) throws(JSONReadError) {
    guard let pointer else {
      self = .unasked
      return
    }
    let count = try node?.uniqueNode(at: pointer)?.count64
    self = count.map { $0 >= least ? .said($0) : .missing } ?? .missing
  }
}

extension JSONNode {
  /// A flag: true or false, or the numbers 1 and 0, which some servers write instead.
  var flag: Bool? {
    if let bool { return bool }
    switch int64 {
    case 0: return false
    case 1: return true
    default: return nil
    }
  }

  /// A count: a whole number, or a string with one, as servers write numbers that may need 64 bits.
  var count64: Int64? {
    kind == .string ? string.flatMap { Int64($0) } : int64
  }
}
