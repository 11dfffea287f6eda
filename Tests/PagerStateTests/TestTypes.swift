public import PagerState

/// A pager in small: a request is a word, a page a name, a failure a case.
enum TestTypes: PagerTypes {
  typealias Request = String
  typealias Page = TestPage
  typealias Failure = TestFailure
}

struct TestPage: Sendable, Hashable {
  let name: String
}

enum TestFailure: Error, Sendable, Hashable {
  case offline
}

/// The request of every test's first page.
let firstRequest = "first"

/// `next: "K2"` for "there is more, and K2 asks for it".
extension Frontier<String>: ExpressibleByStringLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByUnicodeScalarLiteral
{
  public init(stringLiteral request: String) {
    self = .open(request)
  }
}
