/// What was read out of a page, by the config or by a user's own function, for the state to decide on.
package struct PageInspection<Request: Hashable & Sendable>: Sendable, Hashable {
  /// False for a response that carries errors only: it is kept and shown, but says nothing about the list.
  package var hasData: Bool
  /// How many items the page carries.
  package var itemCount: Int
  /// What lies after the page.
  package var next: Turn<Request>
  /// What lies before the page.
  package var previous: Turn<Request>

  package init(hasData: Bool, itemCount: Int, next: Turn<Request>, previous: Turn<Request>) {
    self.hasData = hasData
    self.itemCount = itemCount
    self.next = next
    self.previous = previous
  }

  /// A response without data.
  package static var withoutData: PageInspection {
    PageInspection(hasData: false, itemCount: 0, next: .closed, previous: .closed)
  }
}
