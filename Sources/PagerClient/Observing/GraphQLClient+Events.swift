package import PagerCache

extension GraphQLClient {
  /// The events of the client's requests from now on: when they leave, are answered, fail and are sent again.
  ///
  /// The sequence ends with the task that reads it. At most 1,024 events wait for a slow reader, which misses the
  /// oldest ones. Without a reader, requests have no extra cost.
  public var events: AsyncStream<RequestEvent> {
    let (events, continuation) = AsyncStream.makeStream(
      of: RequestEvent.self, bufferingPolicy: .bufferingNewest(RequestEvent.mostWaiting))
    let observers = observers
    let id = observers.add { continuation.yield($0) }
    continuation.onTermination = { _ in observers.remove(id) }
    return events
  }

  /// Reports to observers that the cache cannot read a page back.
  package func noteUnreadablePage(_ part: CacheMiss, _ subject: RequestSubject) {
    note(
      .unreadable, .unreadable(place: part.place, field: part.field, reason: part.error?.message ?? part.reason),
      subject)
  }

  /// Reports to observers that the cursors of a list are positions.
  package func notePositions(_ subject: RequestSubject) {
    note(.positions, .positions, subject)
  }

  /// Reports what is not about a request.
  private func note(_ name: RequestEvent.Name, _ kind: RequestEvent.Kind, _ subject: RequestSubject) {
    guard observers.want(name) else { return }
    observers.tell(
      RequestEvent(kind: kind, request: 0, attempt: 0, subject: subject, time: channel.clock.milliseconds))
  }
}

extension RequestEvent {
  /// How many events wait for a slow reader.
  package static let mostWaiting = 1_024
}
