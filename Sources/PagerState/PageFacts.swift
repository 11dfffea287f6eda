import HashTreeCollections

/// What a held page says about the list. A page that replaces it is compared with this.
struct PageFacts: Sendable {
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
  let itemCount: Int
  let duplicateCount: Int
  let nested: NestedCount
  private let next: Mark
  private let previous: Mark
  /// Whether the page before it, on the way from the initial one, leads elsewhere by now.
  var isApart = false

  init<Types: PagerTypes>(_ inspection: PageInspection<Types.Request>, asked: UInt64, _: Types.Type) {
    self.asked = asked
    hasData = inspection.hasData
    itemCount = inspection.itemCount
    duplicateCount = inspection.duplicateCount
    nested = inspection.nested
    next = Mark(inspection.next, Types.self)
    previous = Mark(inspection.previous, Types.self)
  }

  subscript(end: ListEnd) -> Mark { end == .next ? next : previous }
}

extension PageFacts.Mark {
  fileprivate init<Types: PagerTypes>(_ frontier: Frontier<Types.Request>, _: Types.Type) {
    self =
      switch frontier {
      case .open(let request): .open(Types.fingerprint(of: request))
      case .closed: .closed
      case .unresolved: .unresolved
      case .broken(let reason): .broken(reason)
      }
  }
}

/// The same of all pages that are held, by their places. Like the pages a persistent collection: a copy shares it.
struct PageFactTable: Sendable {
  private var facts: TreeDictionary<Int, PageFacts> = [:]

  subscript(place: PagePlace) -> PageFacts? {
    get { facts[place.number] }
    set { facts[place.number] = newValue }
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

  /// So many pages away from the initial one.
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
