/// Something that happened to a request of a client. It has no header, no variable and no address: secrets are in those.
public struct RequestEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// An authorizer is asked who is calling.
    case authorizing(AuthorizationReason)
    /// The request waits for its turn before it leaves for the first time, for so long: see `RateLimitPolicy.pace`.
    case pacing(duration: Duration)
    /// The request leaves, with so many bytes before compression and before a hash takes the place of its query.
    case began(byteCount: Int)
    /// It went over a connection that was made for it, or over one that was there.
    case connected(isNew: Bool)
    /// The server told how much it may still be asked.
    case limit(RequestLimit)
    /// The server answered, with whatever status and so many bytes, so long after the request left.
    case answered(status: Int, byteCount: Int, duration: Duration)
    /// There was no answer, so long after the request left.
    case failed(message: String, duration: Duration)
    /// The server did not take the form that the request was sent in, and gets another one at once, within the same attempt:
    /// `hash_unknown`, `hash_refused`, `get_refused` and `address_too_long` with persisted queries, `compression_refused`.
    case resent(reason: String)
    /// The request will be sent again, for that reason and after that time.
    case waiting(reason: String, duration: Duration)
    /// The cache cannot read a page of a pager back, so the page is not told of changes until it can: the object at `place`
    /// lacks the field; nil where it is not one field. It is about a page, and not about one of its requests: `request` and
    /// `attempt` are 0.
    case unreadable(place: String, field: String?, reason: String)
  }

  /// The kinds of events by name.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case authorizing, pace, request, connection, limit, answer, failure, resend, retry, unreadable
  }

  /// What happened.
  public let kind: Kind
  /// Which of the client's requests it is, from 1: the attempts of a request share their number. 0: none.
  public let request: UInt64
  /// Which attempt it is, from 1. 0: none.
  public let attempt: Int
  /// What the request is for.
  public let subject: RequestSubject
  /// When it happened, in milliseconds since 1970.
  public let time: Int64
}

extension RequestEvent.Kind {
  /// Its name.
  public var name: RequestEvent.Name {
    switch self {
    case .authorizing: .authorizing
    case .pacing: .pace
    case .began: .request
    case .connected: .connection
    case .limit: .limit
    case .answered: .answer
    case .failed: .failure
    case .resent: .resend
    case .waiting: .retry
    case .unreadable: .unreadable
    }
  }
}

/// What a request is for.
public struct RequestSubject: Sendable, Hashable {
  /// The name of its operation; nil where that has none.
  public let operationName: String?
  /// Which page of its list it asks for, from 1 and in the order of loading; nil where it asks for none.
  public let page: Int?

  package init(operationName: String? = nil, page: Int? = nil) {
    self.operationName = operationName
    self.page = page
  }
}

/// How much a server may still be asked, as its headers `x-ratelimit-*` say.
public struct RequestLimit: Sendable, Hashable {
  /// How much is left.
  public let remaining: Int64
  /// How much there is in all; nil where it is not said.
  public let total: Int64?
  /// When there is all of it again, in seconds since 1970; nil where it is not said.
  public let reset: Int64?
}
