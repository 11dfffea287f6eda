import SwiftPager
import SwiftPagerTesting
import XCTest

/// docs/migrating.md, "Tests of an app": a scripted transport in place of Apollo's mock of one.
final class ProductListViewModelTests: XCTestCase {
  private var transport: ScriptedTransport!
  private var model: ProductListViewModel!

  override func setUpWithError() throws {
    transport = ScriptedTransport()
    let nodes: [JSONValue] = (1...5).map { ["id": .string("p\($0)"), "name": .string("Product \($0)")] }
    for (index, page) in JSONValue.connections(of: nodes, pageSize: 2).enumerated() {
      let query = ProductsQuery(first: 2, after: index == 0 ? .none : .some("\(index)"))
      transport.answer(query, with: .data(["products": page]), .data(["products": page]))
    }
    model = ProductListViewModel(client: try GraphQLClient(transport: transport))
  }

  /// Waits until the model shows so many rows.
  private func waitForRows(_ count: Int, while body: () -> Void) {
    let shown = expectation(description: "\(count) rows")
    shown.assertForOverFulfill = false
    model.onChange = { [weak model] in
      if model?.rows.count == count { shown.fulfill() }
    }
    body()
    wait(for: [shown], timeout: 30)
  }

  func testTheFirstPageIsShown() {
    waitForRows(2) { model.start() }
    XCTAssertEqual(model.rows.map(\.title), ["Product 1", "Product 2"])
    XCTAssertTrue(model.canLoadMore)
  }

  func testPagesAreAdded() {
    waitForRows(2) { model.start() }
    let ended = expectation(description: "the call ends")
    waitForRows(4) {
      model.loadMore { error in
        XCTAssertNil(error)
        ended.fulfill()
      }
    }
    wait(for: [ended], timeout: 30)
    XCTAssertEqual(model.rows.map(\.id), ["p1", "p2", "p3", "p4"])
  }

  func testAllPagesAreLoaded() {
    let ended = expectation(description: "the call ends")
    waitForRows(5) { model.loadEverything { ended.fulfill() } }
    wait(for: [ended], timeout: 30)
    XCTAssertFalse(model.canLoadMore)
    XCTAssertNil(model.message)
  }

  func testRefreshingTellsItsEnd() {
    waitForRows(2) { model.start() }
    let told = XCTNSPredicateExpectation(
      predicate: NSPredicate { [weak model] _, _ in model?.refreshes == 1 }, object: nil)
    model.refresh()
    wait(for: [told], timeout: 30)
  }

  func testPrefetchingInAnAsyncFunction() {
    waitForRows(2) { model.start() }
    waitForRows(4) { Task { [model] in await model!.prefetch() } }
    XCTAssertEqual(model.rows.count, 4)
  }

  func testAFailureIsShown() throws {
    let model = ProductListViewModel(client: try GraphQLClient(transport: ScriptedTransport { _ in .offline }))
    let shown = expectation(description: "the failure")
    model.onChange = { shown.fulfill() }
    model.start()
    wait(for: [shown], timeout: 30)
    XCTAssertEqual(model.message, "the server cannot be reached")
  }
}
