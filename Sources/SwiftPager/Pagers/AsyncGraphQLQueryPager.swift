import PagerState

/// Walks and watches a paginated query, for callers that await.
///
/// It loads pages with the calls of every ``QueryPager``. A call throws if the pager's state does not allow it, or if
/// the call ended early. Subscribers get failures of the network and the server as outputs, like every new state of the
/// list. Cancelling the task that awaits a call aborts its request.
public final class AsyncGraphQLQueryPager<Model: Sendable>: QueryPager {
  public typealias Output = Result<Model, any Error>
  public typealias Failure = Never

  // swift-format-ignore: NoLeadingUnderscores
  public let _coordinator: _PagerCoordinator<Model>
  private let subscriptions = SubscriptionHolder()

  // swift-format-ignore: NoLeadingUnderscores
  public init(_coordinator: _PagerCoordinator<Model>) {
    self._coordinator = _coordinator
  }

  // MARK: State

  /// Whether there is a page after the last one.
  public var canLoadNext: Bool { get async { coordinator.canLoad(.next) } }

  /// Whether there is a page before the first one.
  public var canLoadPrevious: Bool { get async { coordinator.canLoad(.previous) } }

  /// Whether `loadAll` is under way.
  public var isLoadingAll: Bool { get async { coordinator.isLoadingAll } }

  // MARK: Ending

  /// Forgets all pages, aborts the request under way and ends its call with `cancellation`. Subscribers stay.
  public func reset() async {
    coordinator.reset()
  }

  /// The older name of `reset`.
  public func cancel() async {
    coordinator.reset()
  }

  // MARK: Subscribing

  /// Calls a function on the main actor with each output, the current one first, as long as the pager exists.
  public func subscribe(completion: @escaping @MainActor @Sendable (Output) -> Void) {
    coordinator.subscribe(subscriptions, completion)
  }
}
