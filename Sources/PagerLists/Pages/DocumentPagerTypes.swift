package import PagerClient
package import PagerState

/// A pager that is described by a document and a config: its pages are raw responses.
package enum DocumentPagerTypes: PagerTypes {
  package typealias Request = PageRequest
  package typealias Page = ConnectionPage
  package typealias Failure = RequestFailure

  package static func fingerprint(of request: PageRequest) -> UInt64 { request.fingerprint }

  package static func movesList(_ request: PageRequest) -> Bool { request.movesList }

  package static func look(of request: PageRequest) -> PageLook? { request.past.look }

  package static func doubts(ifRefused request: PageRequest) -> ListDoubts {
    switch request.past.look {
    case .pageZero where request.past.isPromised: .brokenPromise
    // All items that the total names have come.
    case .beyondTotal: .refusedBeyondTotal
    case .pageZero, .beyondPageCount, nil: []
    }
  }
}
