extension GraphQLClient {
  /// The events of the client's requests from now on: when they leave, are answered, fail and are sent again.
  ///
  /// Ends with the task that reads it. A slow reader misses the oldest of more than 1,024 events. Without a reader,
  /// requests have no extra cost.
  public var events: AsyncStream<RequestEvent> {
    let (events, continuation) = AsyncStream.makeStream(
      of: RequestEvent.self, bufferingPolicy: .bufferingNewest(RequestEvent.mostWaiting))
    let observers = observers
    let id = observers.add { continuation.yield($0) }
    continuation.onTermination = { _ in observers.remove(id) }
    return events
  }

  /// Reports to observers that the cache cannot read a page back.
  package func noteUnreadablePage(_ part: MissingPart, _ subject: RequestSubject) {
    guard observers.want(.unreadable) else { return }
    observers.tell(
      RequestEvent(
        kind: .unreadable(place: part.place, field: part.field, reason: part.reason), request: 0, attempt: 0,
        subject: subject, time: channel.clock.milliseconds))
  }
}

extension RequestEvent {
  /// How many events wait for a slow reader.
  package static let mostWaiting = 1_024
}
