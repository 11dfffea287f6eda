import PagerJSON
package import PagerState

/// What asks for one page of a list: the end of the list that the page extends, and the variables that are set for it
/// beside those that stay the same.
///
/// Two equal requests ask for the same page. The end belongs to it: what comes after a cursor is not what comes before it.
package struct PageRequest: Sendable, Hashable {
  /// Which of the pager's queries is sent.
  package let query: PagedQuery
  /// The end of the list that the page extends, and so the direction in which it is read.
  package let end: ListEnd
  /// The variables that it sets, in the order in which they are sent.
  package let settings: [Setting]
  /// Where an offset list is asked for its page; nil for cursors.
  package let offset: ListOffset?
  /// The whole body, where a function of the host made the request.
  package let body: [UInt8]?
  /// What is shown of the items of its answer, where the body's document may be another than the pager's.
  package let items: ShownItems?
  /// What such a function made the request of.
  package let origin: RequestOrigin?

  package struct Setting: Sendable, Hashable {
    package let variable: String
    package let value: VariableValue

    package init(_ variable: String, _ value: VariableValue) {
      self.variable = variable
      self.value = value
    }
  }

  package init(
    _ query: PagedQuery = .first, toward end: ListEnd, _ settings: [Setting] = [], offset: ListOffset? = nil
  ) {
    self.query = query
    self.end = end
    self.settings = settings
    self.offset = offset
    (body, items, origin) = (nil, nil, nil)
  }

  /// A request that is written already.
  package init(toward end: ListEnd, _ plan: RequestPlan, madeOf origin: RequestOrigin) {
    query = .first
    self.end = end
    settings = []
    offset = nil
    body = plan.body
    items = plan.items
    self.origin = origin
  }
}

/// The page info that a function of the host made a request of. Requests that ask for the same are equal, whatever they were
/// made of.
package struct RequestOrigin: Sendable, Hashable {
  /// The page info, a JSON object.
  package let pageInfo: String

  package init(pageInfo: String) {
    self.pageInfo = pageInfo
  }

  package static func == (left: RequestOrigin, right: RequestOrigin) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// The queries of a pager. Where it has one only, that asks for all pages.
package enum PagedQuery: Sendable, Hashable {
  /// What asks for the first page.
  case first
  /// What asks for the further ones, where that is another query.
  case further
}

/// A place in an offset list, as integers: what the server is asked for, and what that means.
package struct ListOffset: Sendable, Hashable {
  /// The number of the item, or of the page, that is asked for.
  package let number: Int64
  /// How many items come before it; nil where that is not known, because the list was opened at some page.
  package let itemsBefore: Int64?

  package init(number: Int64, itemsBefore: Int64?) {
    self.number = number
    self.itemsBefore = itemsBefore
  }
}
