import SwiftPager
import TestSupport
import Testing

/// How long outputs live, each of which may hold a whole list.
@Suite("Lifetimes: outputs", .timeLimit(.minutes(1)))
struct OutputLifetimeTests {
  private let counts = Notebook<WeakCount>()

  private func makePager() throws -> AsyncGraphQLQueryPager<PageCount> {
    AsyncGraphQLQueryPager<PageCount>(
      client: try Shop.client(), initialQuery: ProductsQuery(first: 100), extractPageInfo: { $0.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 100, after: page.endCursor ?? .none) },
      transform: { [counts] (output: PaginationOutput<ProductsQuery, ProductsQuery>) in
        let count = PageCount(output.allPages.count)
        counts.note(WeakCount(count))
        return count
      })
  }

  /// How the reading of a sequence can end.
  enum End: CaseIterable {
    case neverRead
    case loopLeft
  }

  /// The sequence holds the outputs that its reader has not taken yet; they have to go with the reader.
  @Test(
    "A sequence of updates that ended ends its subscription, and lets go of the outputs not read",
    arguments: End.allCases)
  func updatesEnd(end: End) async throws {
    let pager = try makePager()
    func readSome() async throws {
      let updates = pager.updates
      await pager.fetch()
      for _ in 1...3 { try await pager.loadNext() }
      guard end == .loopLeft else { return }
      for await update in updates where try update.get().pages == 2 {
        break
      }
    }
    try await readSome()
    #expect(counts.history.count == 4)
    // The last one is the current output.
    try await eventually("the earlier outputs go") { counts.history.dropLast().allSatisfy { $0.count == nil } }
    #expect(counts.history.last?.count != nil)
  }

  @Test("A subscriber that comes after the pager gets the last output and the end")
  func late() async throws {
    var pager: AsyncGraphQLQueryPager<PageCount>? = try makePager()
    await pager?.fetch()
    let publisher = try #require(pager?.publisher)
    pager = nil
    // The end comes on the pager's queue.
    let ends = Notebook<Bool>()
    func listen() -> AnyCancellable {
      publisher.sink(receiveCompletion: { _ in ends.note(true) }, receiveValue: { _ in })
    }
    let first = listen()
    try await eventually("the end comes") { ends.history.count == 1 }
    let second = listen()
    #expect(ends.history.count == 2)
    withExtendedLifetime((first, second)) {}
  }

  @Test("A subscription that was cancelled does not live as long as the pager")
  func cancelled() async throws {
    final class Kept: @unchecked Sendable { weak var subscription: AnyObject? }
    let pager = try makePager()
    let kept = Kept()
    pager.publisher.subscribe(
      AnySubscriber<Result<PageCount, any Error>, Never>(
        receiveSubscription: { subscription in
          kept.subscription = subscription as AnyObject
          subscription.request(.unlimited)
          subscription.cancel()
        }))
    #expect(kept.subscription == nil)
    await pager.fetch()
  }

  /// What can be left of a subscription when its pager has gone.
  enum Remainder: CaseIterable {
    case sink
    case subscription
    case updates
  }

  @Test(
    "A pager that goes takes its last output along, though its subscriptions are kept", arguments: Remainder.allCases)
  func pagerEnds(remainder: Remainder) async throws {
    let hasEnded = Notebook<Bool>()
    func usePager() async throws -> Any {
      let pager = try makePager()
      await pager.fetch()
      #expect(counts.history.last?.count != nil)
      switch remainder {
      case .sink:
        return pager.sink(receiveCompletion: { _ in hasEnded.note(true) }, receiveValue: { _ in })
      case .subscription:
        let subscriber = SubscriptionKeeper<Result<PageCount, any Error>> { hasEnded.note(true) }
        pager.subscribe(subscriber)
        return subscriber
      case .updates:
        return Task { [updates = pager.updates] in
          for await _ in updates {}
          hasEnded.note(true)
        }
      }
    }
    let kept = try await usePager()
    try await eventually("the subscription ends") { !hasEnded.history.isEmpty }
    try await eventually("the output goes") { counts.history.allSatisfy { $0.count == nil } }
    withExtendedLifetime(kept) {}
  }
}

/// An output whose life can be watched.
private final class PageCount: Sendable {
  let pages: Int

  init(_ pages: Int) {
    self.pages = pages
  }
}

private struct WeakCount: Sendable {
  weak let count: PageCount?

  init(_ count: PageCount) {
    self.count = count
  }
}

/// Takes everything and keeps its subscription, but no output.
///
/// `@unchecked`: the subscription is written once, before the subscriber is told anything else.
private final class SubscriptionKeeper<Input>: Subscriber, @unchecked Sendable {
  typealias Failure = Never

  private var subscription: (any Subscription)?
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand { .none }

  func receive(completion: Subscribers.Completion<Never>) { end() }
}
