/// How far a list has come: all that is needed to go on from there without its pages, in another process too.
public struct ListPosition<Request: Hashable & Sendable>: Sendable, Hashable {
  /// What lies beyond the ends. Next is nil, and all else empty, where the list has yet to begin; previous also where nothing
  /// asked about that end.
  public var next: Turn<Request>?
  public var previous: Turn<Request>?
  /// How many pages are between the ends, and how many items they carry.
  public var pageCount: Int
  public var itemCount: Int
  /// How many times a page does not begin where the page before it ends.
  public var gapCount: Int
  /// Fingerprints of the requests that led here, the oldest first, to notice a cycle of cursors.
  public var fingerprints: [UInt64]
  /// The errors that came beside the data of these pages; nil where none did.
  public var partialData: PartialData?

  public init(
    next: Turn<Request>?, previous: Turn<Request>?, pageCount: Int, itemCount: Int, gapCount: Int = 0,
    fingerprints: [UInt64], partialData: PartialData? = nil
  ) {
    self.next = next
    self.previous = previous
    self.pageCount = pageCount
    self.itemCount = itemCount
    self.gapCount = gapCount
    self.fingerprints = fingerprints
    self.partialData = partialData
  }

  /// Before the first page.
  public static var beginning: ListPosition {
    ListPosition(next: nil, previous: nil, pageCount: 0, itemCount: 0, fingerprints: [])
  }

  public subscript(end: ListEnd) -> Turn<Request>? {
    get {
      switch end {
      case .next: next
      case .previous: previous
      }
    }
    set {
      switch end {
      case .next: next = newValue
      case .previous: previous = newValue
      }
    }
  }
}
