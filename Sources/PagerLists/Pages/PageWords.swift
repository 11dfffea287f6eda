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

  var content: Content
  /// Whether there is more.
  var hasMore: Word<Bool> = .unasked
  /// How many items the list has. A total below the items of its own page is missing.
  var total: Word<Int64> = .unasked
  /// How many pages the list has.
  var pageCount: Word<Int64> = .unasked
  /// Whether the items are those of the page in the place before.
  var repeatsItems = false
}

extension PageWords.Word<Bool> {
  /// Reads the flag below a node.
  init(flagAt pointer: JSONPointer, below node: JSONNode?) throws(JSONReadError) {
    self = try node?.uniqueNode(at: pointer)?.flag.map { .said($0) } ?? .missing
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
