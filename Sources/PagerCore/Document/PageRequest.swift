import PagerJSON
package import PagerState

/// The request for one page of a list: the end of the list that the page extends, and the variables that are set for it
/// in addition to the constant ones.
///
/// Two equal requests ask for the same page. The end belongs to it: what comes after a cursor is not what comes before
/// it.
package struct PageRequest: Sendable, Hashable {
  /// Which of the pager's queries is sent.
  package let query: PagedQuery
  /// The end of the list that the page extends, and so the direction in which it is read.
  package let end: ListEnd
  /// The variables that it sets, in the order in which they are sent.
  package let settings: [Setting]
  /// The place of the page in an offset list; nil for cursors.
  package let offset: ListOffset?
  /// The whole body, if a function of the host made the request.
  package let body: [UInt8]?
  /// What the document shows of the items of its answer, if the body may have another document than the pager's.
  package let items: ShownItems?
  /// The page info from which such a function made the request.
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

/// The page info from which a function of the host made a request. Requests for the same page are equal, whatever their
/// origin.
package struct RequestOrigin: Sendable, Hashable {
  /// The page info, a JSON object.
  package let pageInfo: String

  package init(pageInfo: String) {
    self.pageInfo = pageInfo
  }

  package static func == (left: RequestOrigin, right: RequestOrigin) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// The queries of a pager. If it has one only, that asks for all pages.
package enum PagedQuery: Sendable, Hashable {
  /// What asks for the first page.
  case first
  /// The query for further pages, if it is another query.
  case further
}

/// A place in an offset list, as integers: the number in the request, and its meaning.
package struct ListOffset: Sendable, Hashable {
  /// The number of the requested item or page.
  package let number: Int64
  /// How many items come before it; nil if that is not known, because the list was opened at some page.
  package let itemsBefore: Int64?

  package init(number: Int64, itemsBefore: Int64?) {
    self.number = number
    self.itemsBefore = itemsBefore
  }
}
