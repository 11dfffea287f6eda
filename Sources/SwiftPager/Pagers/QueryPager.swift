public import PagerPublishing

/// What the two pagers share: their initialisers and the outputs of their subscribers.
///
/// As a publisher a pager sends each new state of its list on its own queue, the current state first. Failures of the
/// network and the server are outputs too. The publisher does not end while the pager exists, and subscribers survive
/// `reset`. While a subscriber asks for nothing, changes from the cache that follow each other become one output, with
/// the newest state.
public protocol QueryPager<Model>: Publisher, AnyObject, Sendable
where Output == Result<Model, any Error>, Failure == Never {
  /// The output of a list for its subscribers: all its pages, or anything made from them.
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

  /// The outputs as a publisher, the current one first: the pager without its type.
  public var publisher: AnyPublisher<Result<Model, any Error>, Never> { coordinator.outputs }

  /// The outputs as an asynchronous sequence; the current one comes first. It ends when the pager is released. If the
  /// pages change faster than a reader reads, it gets only the newest of changes that follow each other, but still
  /// every page.
  public var updates: AsyncStream<Result<Model, any Error>> { AsyncStream(reading: coordinator.outputs) }
}
