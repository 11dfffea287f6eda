public import PagerState

// A pager in small: a request is a word, a page a name, a failure a case.

final class TestRequest: ListRequest, @unchecked Sendable {
  fileprivate let text: String

  init(_ word: String) {
    text = word
    super.init(fingerprint: UInt64(bitPattern: Int64(word.hashValue)))
  }
}

final class TestPage: ListPage, @unchecked Sendable {
  fileprivate let title: String

  init(name: String) {
    title = name
    super.init()
  }
}

enum TestFailure: Error, Sendable, Hashable {
  case offline
}

/// The request of every test's first page.
let firstRequest = "first"

extension ListRequest {
  var word: String { TestRequest.open(self).text }
}

extension ListPage {
  var name: String { TestPage.open(self).title }
}

extension PagerState {
  init(initialRequest: String, retention: PageRetention, resumingAt position: ListPosition? = nil) {
    self.init(initialRequest: TestRequest(initialRequest), retention: retention, resumingAt: position)
  }
}

extension Frontier {
  static func open(_ word: String) -> Frontier { .open(TestRequest(word)) }
}

/// `next: "K2"` for "there is more, and K2 asks for it".
extension Frontier: ExpressibleByStringLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByUnicodeScalarLiteral
{
  public init(stringLiteral word: String) {
    self = .open(TestRequest(word))
  }
}
