import Foundation
import SwiftPagerFoundation
import Testing

@Suite("Foundation's descriptions of errors")
struct LocalizedErrorTests {
  private static let errors: [any Error & CustomStringConvertible] = [
    ClientError.badResponse(message: "the body is empty"),
    GraphQLError(message: "no ships"),
    IncompleteListError.cursorStuck,
    IncompleteListError.missingPageInfo,
    PageErrors(errors: [GraphQLError(message: "no ships")]),
    PaginationError.missingInitialPage(cause: ClientError.closed),
    ResumeError.alreadyBegun,
  ]

  @Test("The localized description is the description", arguments: 0..<7)
  func same(index: Int) {
    let error = Self.errors[index]
    #expect(error.localizedDescription == error.description)
    #expect(error.localizedDescription.contains(" "))
  }

  @Test("The library's own errors have Foundation's description, too")
  func thrown() {
    let configuration = #expect(throws: ClientConfigurationError.self) { try GraphQLClient(endpoint: "ftp://a") }
    #expect(configuration?.localizedDescription == configuration?.description)
    let text = #expect(throws: JSONTextError.self) { try JSONValue.number(.infinity).text() }
    #expect(text?.localizedDescription == text?.description)
    var watermark = Watermark<Int>(order: .ascending)
    let order = #expect(throws: ListOrderError.self) { try watermark.take([2, 1]) }
    #expect(order?.localizedDescription == order?.description)
  }
}
