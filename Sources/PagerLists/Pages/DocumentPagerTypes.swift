package import PagerClient
import PagerState

/// A pager that is described by a document and a config: its pages are raw responses.
package enum DocumentPagerTypes: PagerTypes {
  package typealias Request = PageRequest
  package typealias Page = ConnectionPage
  package typealias Failure = RequestFailure

  package static func fingerprint(of request: PageRequest) -> UInt64 { request.fingerprint }

  // A server that counts from 1 may refuse page 0.
  package static func endsIfRefused(_ request: PageRequest) -> Bool { request.asksForPageZero }
}
