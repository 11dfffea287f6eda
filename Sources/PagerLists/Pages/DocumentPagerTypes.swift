package import PagerClient
package import PagerState

/// A pager that is described by a document and a config: its pages are raw responses.
package enum DocumentPagerTypes: PagerTypes {
  package typealias Request = PageRequest
  package typealias Page = ConnectionPage
  package typealias Failure = RequestFailure

  package static func fingerprint(of request: PageRequest) -> UInt64 { request.fingerprint }

  package static func look(of request: PageRequest) -> PageLook? { request.past.look }
}
