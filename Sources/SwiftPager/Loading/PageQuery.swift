import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerState

/// A page of a pager of queries, of which only the errors are read without its types.
///
/// `@unchecked`: only a final class can be checked. All properties are constants, here and in the class below.
class DecodedPage: ListPage, @unchecked Sendable {
  /// The errors of the response, in the order of the server.
  final let errors: [GraphQLError]

  fileprivate init(errors: [GraphQLError]) {
    self.errors = errors
    super.init()
  }
}

/// The same with its types: a decoded response.
///
/// `@unchecked`: only a final class without such a superclass can be checked. All properties are constants.
final class QueryPage<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: DecodedPage, @unchecked Sendable {
  let output: PaginationOutput<InitialQuery, PaginatedQuery>.Page

  init(_ output: PaginationOutput<InitialQuery, PaginatedQuery>.Page) {
    self.output = output
    super.init(errors: output.errors)
  }
}

/// A query for one page, and how the list came to it.
///
/// `@unchecked`: only a final class without such a superclass can be checked. All properties are constants.
final class PageQuery<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: ListRequest, @unchecked Sendable {
  enum Query: Sendable {
    case initial(InitialQuery)
    case paginated(PaginatedQuery)
  }

  let query: Query
  /// The page info that led to it; nil for the initial one.
  let info: (any PaginationInfo)?
  /// The request body; nil if it is encoded only when the request is sent.
  let body: [UInt8]?

  /// - Parameter dates: how the server writes dates.
  init(initial query: InitialQuery, dates: DateStrategy?) {
    self.query = .initial(query)
    info = nil
    body = nil
    super.init(fingerprint: Self.fingerprint(of: try? query.requestBody(dates: dates), query))
  }

  /// Encodes the query. This runs a user's code, so it must not happen under a lock.
  ///
  /// - Parameter dates: how the server writes dates.
  init(paginated query: PaginatedQuery, from info: any PaginationInfo, dates: DateStrategy?) {
    self.query = .paginated(query)
    self.info = info
    // A failure here happens again when the query is sent, and is reported then.
    body = try? query.requestBody(dates: dates)
    super.init(fingerprint: Self.fingerprint(of: body, query))
  }

  /// The same in every process if the query can be encoded.
  private static func fingerprint(of body: [UInt8]?, _ query: some Hashable) -> UInt64 {
    guard let body else { return UInt64(bitPattern: Int64(query.hashValue)) }
    var hash = StableHash()
    hash.combine(body)
    return hash.value
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
