import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerState

/// The types of a pager of queries: its pages are decoded responses.
enum QueryPagerTypes<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: PagerTypes {
  typealias Request = PageQuery<InitialQuery, PaginatedQuery>
  typealias Page = PaginationOutput<InitialQuery, PaginatedQuery>.Page
  typealias Failure = LoadFailure

  static func fingerprint(of query: Request) -> UInt64 { query.fingerprint }
}

/// A query for one page, and how the list came to it.
struct PageQuery<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable {
  enum Query: Sendable {
    case initial(InitialQuery)
    case paginated(PaginatedQuery)
  }

  let query: Query
  /// The page info that led to it; nil for the initial one.
  let info: (any PaginationInfo)?
  /// The same in every process if the query can be encoded.
  let fingerprint: UInt64
  /// The request body; nil if it is encoded only when the request is sent.
  let body: [UInt8]?

  /// - Parameter dates: how the server writes dates.
  init(initial query: InitialQuery, dates: DateStrategy?) {
    self.query = .initial(query)
    info = nil
    body = nil
    fingerprint = Self.fingerprint(of: try? query.requestBody(dates: dates), query)
  }

  /// Encodes the query. This runs a user's code, so it must not happen under a lock.
  ///
  /// - Parameter dates: how the server writes dates.
  init(paginated query: PaginatedQuery, from info: any PaginationInfo, dates: DateStrategy?) {
    self.query = .paginated(query)
    self.info = info
    // A failure here happens again when the query is sent, and is reported then.
    body = try? query.requestBody(dates: dates)
    fingerprint = Self.fingerprint(of: body, query)
  }

  private static func fingerprint(of body: [UInt8]?, _ query: some Hashable) -> UInt64 {
    guard let body else { return UInt64(bitPattern: Int64(query.hashValue)) }
    var hash = StableHash()
    hash.combine(body)
    return hash.value
  }

  /// The query as a value of any type. If both queries have one type, a further page may ask for the first page again.
  private var key: AnyHashable {
    switch query {
    case .initial(let query): AnyHashable(query)
    case .paginated(let query): AnyHashable(query)
    }
  }
}

extension PageQuery where InitialQuery == PaginatedQuery {
  /// The query, whichever page it asks for.
  var pagedQuery: InitialQuery {
    switch query {
    case .initial(let query), .paginated(let query): query
    }
  }
}

extension PageQuery: Hashable {
  static func == (left: PageQuery, right: PageQuery) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
}

/// Why a page could not be loaded. Subscribers get the error inside.
struct LoadFailure: Error {
  let underlying: any Error
}
