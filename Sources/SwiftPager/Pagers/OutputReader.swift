import Synchronization

/// Takes a publisher's values one by one, as a reader asks for them. Unread values wait at the publisher, where changes
/// that follow each other become one.
final class OutputReader<Value: Sendable>: Subscriber, Sendable {
  typealias Input = Value
  typealias Failure = Never

  /// `@unchecked`: Combine's subscriptions can be used from every thread, but only their documentation says so.
  private struct State: @unchecked Sendable {
    var subscription: (any Subscription)?
    /// Taken ahead of the next read.
    var value: Value?
    var readers: [CheckedContinuation<Value?, Never>] = []
    var isOver = false
  }

  private let state = Mutex(State())

  /// The next value; nil after the last one, and after `cancel`.
  func next() async -> Value? {
    await withCheckedContinuation { reader in
      let (value, isKnown, subscription) = state.withLock { state -> (Value?, Bool, (any Subscription)?) in
        if let value = state.value.take() { return (value, true, state.subscription) }
        if !state.isOver { state.readers.append(reader) }
        return (nil, state.isOver, nil)
      }
      if isKnown { reader.resume(returning: value) }
      subscription?.request(.max(1))
    }
  }

  /// Ends the subscription: a reader gets nil.
  func cancel() {
    let before = state.withLock { state in
      defer {
        state = State()
        state.isOver = true
      }
      return state
    }
    before.subscription?.cancel()
    for reader in before.readers { reader.resume(returning: nil) }
  }

  // MARK: Subscriber

  func receive(subscription: any Subscription) {
    let isWanted = state.withLock { state in
      if !state.isOver { state.subscription = subscription }
      return !state.isOver
    }
    if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  func receive(_ input: Value) -> Subscribers.Demand {
    let reader = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard state.readers.isEmpty else { return state.readers.removeFirst() }
      if !state.isOver { state.value = input }
      return nil
    }
    reader?.resume(returning: input)
    return reader == nil ? .none : .max(1)
  }

  func receive(completion: Subscribers.Completion<Never>) {
    let before = state.withLock { state in
      defer {
        state.subscription = nil
        state.readers = []
        state.isOver = true
      }
      return state
    }
    for reader in before.readers { reader.resume(returning: nil) }
  }
}

extension AsyncStream where Element: Sendable {
  /// A publisher's values as they are read, from now on.
  init(reading publisher: some Publisher<Element, Never>) {
    let reader = OutputReader<Element>()
    let subscription = AnyCancellable { reader.cancel() }
    publisher.subscribe(reader)
    let end = ReadingEnd(subscription: subscription)
    self.init(unfolding: { await withExtendedLifetime(end) { reader }.next() }, onCancel: { reader.cancel() })
  }
}

/// Is released with the sequence, and then ends the subscription.
///
/// `@unchecked`: Combine's cancellables can be cancelled from every thread, but only their documentation says so.
private struct ReadingEnd: @unchecked Sendable {
  let subscription: AnyCancellable
}
