extension GraphQLClient {
  /// What happens to the client's requests from now on: when they leave, are answered, fail and are sent again.
  ///
  /// Ends with the task that reads it. A reader that is slow misses the oldest of more than 1,024 events. While nobody
  /// reads, requests cost nothing more.
  public var events: AsyncStream<RequestEvent> {
    let (events, continuation) = AsyncStream.makeStream(
      of: RequestEvent.self, bufferingPolicy: .bufferingNewest(RequestEvent.mostWaiting))
    let observers = observers
    let id = observers.add { continuation.yield($0) }
    continuation.onTermination = { _ in observers.remove(id) }
    return events
  }

  /// Has observers told that the cache cannot read a page back.
  package func noteUnreadablePage(_ part: MissingPart, _ subject: RequestSubject) {
    guard observers.want(.unreadable) else { return }
    observers.tell(
      RequestEvent(
        kind: .unreadable(place: part.place, field: part.field, reason: part.reason), request: 0, attempt: 0,
        subject: subject, time: channel.clock.milliseconds))
  }
}

extension RequestEvent {
  /// How many events wait for one who is slow.
  package static let mostWaiting = 1_024
}
