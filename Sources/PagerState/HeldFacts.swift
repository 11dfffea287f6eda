import HashTreeCollections

/// What a held page says about the list. A page that replaces it is compared with this.
struct HeldFacts: Sendable {
  /// What a page says about an end. It identifies the request without holding it, because a request takes hundreds of
  /// bytes.
  enum Mark: Sendable, Hashable {
    case open(UInt64)
    case closed
    case unresolved
    case broken(IncompleteReason)
  }

  /// The fingerprint of the request that led to it.
  let asked: UInt64
  let hasData: Bool
  let counts: ItemCounts
  private let next: Mark
  private let previous: Mark
  /// Whether the page before it, on the way from the initial one, leads elsewhere by now.
  var isApart = false

  init(_ facts: PageFacts, asked: UInt64) {
    self.asked = asked
    hasData = facts.hasData
    counts = facts.counts
    next = Mark(facts.next)
    previous = Mark(facts.previous)
  }

  subscript(end: ListEnd) -> Mark { end == .next ? next : previous }
}

extension HeldFacts.Mark {
  fileprivate init(_ frontier: Frontier) {
    self =
      switch frontier {
      case .open(let request): .open(request.fingerprint)
      case .closed: .closed
      case .unresolved: .unresolved
      case .broken(let reason): .broken(reason)
      }
  }
}

/// The same of all pages that are held, by their places. Like the pages a persistent collection: a copy shares it.
struct HeldFactTable: Sendable {
  private var facts: TreeDictionary<Int, HeldFacts>?

  subscript(place: PagePlace) -> HeldFacts? {
    get { facts?[place.number] }
    set {
      if facts == nil { facts = [:] }
      facts?[place.number] = newValue
    }
  }
}

/// The place of a page in its list. The initial page has 0, and the pages before it have negative numbers.
struct PagePlace: Hashable {
  fileprivate let number: Int

  private init(number: Int) {
    self.number = number
  }

  init(_ id: PageID) {
    self.init(number: id.role.end.map { (id.index + 1) * $0.step } ?? 0)
  }

  /// This many pages away from the initial one.
  init(toward end: ListEnd, distance: Int) {
    self.init(number: distance * end.step)
  }

  /// Whether a page in this place says how the list continues at an end. What a next page says about the pages before
  /// it is ignored.
  func isToward(_ end: ListEnd) -> Bool { number * end.step >= 0 }

  /// The place after this one, on the way to an end.
  func beyond(_ end: ListEnd) -> PagePlace { PagePlace(number: number + end.step) }
}

extension ListEnd {
  fileprivate var step: Int { self == .next ? 1 : -1 }
}

/// A page in the list while its replacement is on the way.
struct InterimPage: Sendable {
  let id: PageID
  let counts: ItemCounts

  init(_ id: PageID, _ facts: PageFacts) {
    self.id = id
    counts = facts.counts
  }
}
