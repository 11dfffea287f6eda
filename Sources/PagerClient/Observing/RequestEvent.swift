/// Something that happened to a request of a client.
///
/// It contains no header, variable or address, because these may contain secrets.
public struct RequestEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The client asks the authorizer for headers.
    case authorizing(AuthorizationReason)
    /// The request waits this long for its turn before it leaves: see `RateLimitPolicy`.
    case pacing(duration: Duration)
    /// The request leaves. The number of bytes is its size before compression, and before a hash replaces its query.
    case began(byteCount: Int)
    /// The request went over a new connection, or over one that was open already.
    case connected(isNew: Bool)
    /// The server reported how much of its budget is left.
    case limit(RequestLimit)
    /// The server answered with this status and this number of bytes, this long after the request left.
    case answered(status: Int, byteCount: Int, duration: Duration)
    /// The request failed without an answer, this long after it left.
    case failed(message: String, duration: Duration)
    /// The server did not accept the form in which the request was sent.
    ///
    /// The client sends another form at once, within the same attempt. The reasons are `hash_unknown`, `hash_refused`,
    /// `get_refused` and `address_too_long` with persisted queries, and `compression_refused`.
    case resent(reason: String)
    /// The client will send the request again, for this reason and after this time.
    case waiting(reason: String, duration: Duration)
    /// The cache cannot read a page of a pager back, and the page gets no changes until it can.
    ///
    /// The object at `place` lacks `field`, which is nil if the reason is not one field. The event is about a page and
    /// not about a request: `request` and `attempt` are 0.
    case unreadable(place: String, field: String?, reason: String)
    /// The answer has two different values for a field of one record, so it has two objects with the same key.
    ///
    /// The cache keeps only one of the values, and shows it in the place of both objects. Key fields that tell the
    /// objects of the type apart prevent this: see ``CacheOptions/keyFields``. A field with arguments has them in its
    /// name.
    case conflict(type: String, key: String, field: String)
    /// The cursors of a list that is read since a mark are positions, which move when items come and go.
    ///
    /// A deletion during the walk may hide an item from it. The event is about a list and not about a request:
    /// `request` and `attempt` are 0. A list with its newest items first has no such event.
    case positions
  }

  /// The kinds of events by name.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// The name of ``Kind/authorizing(_:)``.
    case authorizing
    /// The name of ``Kind/pacing(duration:)``.
    case pace
    /// The name of ``Kind/began(byteCount:)``.
    case request
    /// The name of ``Kind/connected(isNew:)``.
    case connection
    /// The name of ``Kind/limit(_:)``.
    case limit
    /// The name of ``Kind/answered(status:byteCount:duration:)``.
    case answer
    /// The name of ``Kind/failed(message:duration:)``.
    case failure
    /// The name of ``Kind/resent(reason:)``.
    case resend
    /// The name of ``Kind/waiting(reason:duration:)``.
    case retry
    /// The name of ``Kind/unreadable(place:field:reason:)``.
    case unreadable
    /// The name of ``Kind/conflict(type:key:field:)``.
    case conflict
    /// The name of ``Kind/positions``.
    case positions
  }

  /// What happened.
  public let kind: Kind
  /// The number of the request among the client's requests, from 1; 0: the event is not about a request.
  ///
  /// All attempts of a request have the same number.
  public let request: UInt64
  /// The number of the attempt, from 1; 0: the event is not about an attempt.
  public let attempt: Int
  /// The operation and the page of the request.
  public let subject: RequestSubject
  /// When it happened, in milliseconds since 1970.
  public let time: Int64
}

extension RequestEvent.Kind {
  /// The name of the event's kind.
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
    case .conflict: .conflict
    case .positions: .positions
    }
  }
}

/// The operation and the page that a request asks for.
public struct RequestSubject: Sendable, Hashable {
  /// The name of its operation; nil if the operation has no name.
  public let operationName: String?
  /// The number of the page, from 1 in the order of loading; nil if the request does not ask for a page of a list.
  public let page: Int?
  /// The caller's own name for the call that sent the request; nil if the call has none.
  public internal(set) var tag: String?

  package init(operationName: String? = nil, page: Int? = nil) {
    self.operationName = operationName
    self.page = page
  }

  /// The same subject in a call with a tag.
  func tagged(_ tag: String?) -> RequestSubject {
    var subject = self
    subject.tag = tag
    return subject
  }
}

/// How much of its budget a server has left for the client, as its headers `x-ratelimit-*` say.
public struct RequestLimit: Sendable, Hashable {
  /// How much is left.
  public let remaining: Int64
  /// The whole budget; nil if the server does not say.
  public let total: Int64?
  /// When the whole budget is back, in seconds since 1970; nil if the server does not say.
  public let reset: Int64?
}
