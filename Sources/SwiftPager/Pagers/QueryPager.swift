public import PagerPublishing

/// What the two pagers have in common: how they are made, and what subscribers get.
///
/// As a publisher a pager sends each new state of its list, the current one first, on a queue of its own. Failures of
/// the network and the server are outputs too. It does not end while it lives, and subscribers survive `reset`. While a
/// subscriber asks for nothing, changes from the cache that follow each other become one output, with the newest state.
public protocol QueryPager<Model>: Publisher, AnyObject, Sendable
where Output == Result<Model, any Error>, Failure == Never {
  /// What a list is turned into for its subscribers: all its pages, or anything made of them.
  associatedtype Model: Sendable

  /// Runs the pager.
  var coordinator: PagerCoordinator<Model> { get }

  /// Makes a pager that a coordinator runs; the other initialisers make one.
  init(coordinator: PagerCoordinator<Model>)
}

extension QueryPager {
  public func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Result<Model, any Error>, Receiver.Failure == Never {
    coordinator.outputs.subscribe(subscriber)
  }

  /// The outputs as a publisher, the current one first: what the pager itself is, without its type.
  public var publisher: AnyPublisher<Result<Model, any Error>, Never> { coordinator.outputs }

  /// The outputs as an asynchronous sequence; the current one comes first. It ends when the pager goes away. A reader that is
  /// slower than the pages change gets the newest of changes that follow each other, and no page less.
  public var updates: AsyncStream<Result<Model, any Error>> { AsyncStream(reading: coordinator.outputs) }
}
