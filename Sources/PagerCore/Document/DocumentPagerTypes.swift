package import PagerClient
import PagerState

/// A pager that is described by a document and a config: its pages are raw responses.
package enum DocumentPagerTypes: PagerTypes {
  package typealias Request = PageCursor
  package typealias Page = ConnectionPage
  package typealias Failure = ClientError
}

/// What asks for a page of a connection: the cursor it comes after.
package struct PageCursor: Sendable, Hashable {
  /// The cursor as JSON text; nil = the first page.
  package let json: [UInt8]?

  package init(json: [UInt8]?) {
    self.json = json
  }
}
