/// What the config or a user's function read from a page. The state decides with it.
public struct PageInspection<Request: Hashable & Sendable>: Sendable, Hashable {
  /// False for a response that carries errors only: it is kept and shown, but says nothing about the list.
  public var hasData: Bool
  /// How many items the page carries, without those that were left out.
  public var itemCount: Int
  /// How many of its items were left out because an earlier page had them.
  public var duplicateCount = 0
  /// How many items it says the whole list has; nil if it does not say.
  public var total: Int64?
  /// How many pages it says the whole list has; nil if it does not say.
  public var pageCount: Int64?
  /// The lists inside its items that are not whole, or do not say whether they are.
  public var nested = NestedCount()
  /// The errors beside its data; nil if there are none.
  public var errors: ErrorsBesideData? {
    get { boxedErrors?.value }
    set { boxedErrors = newValue.map { Boxed($0) } }
  }
  private var boxedErrors: Boxed<ErrorsBesideData>?
  /// What lies after the page.
  public var next: Frontier<Request>
  /// What lies before the page.
  public var previous: Frontier<Request>
  /// Whether the page ends its operation because of its errors. It is kept like any other page with data.
  public var endsOperation: Bool

  public init(
    hasData: Bool, itemCount: Int, next: Frontier<Request>, previous: Frontier<Request>, endsOperation: Bool = false
  ) {
    self.hasData = hasData
    self.itemCount = itemCount
    self.next = next
    self.previous = previous
    self.endsOperation = endsOperation
  }

  /// What lies beyond an end.
  public subscript(end: ListEnd) -> Frontier<Request> {
    get { end == .next ? next : previous }
    set { if end == .next { next = newValue } else { previous = newValue } }
  }

  /// A response without data.
  public static var withoutData: PageInspection {
    PageInspection(hasData: false, itemCount: 0, next: .closed, previous: .closed)
  }
}
