import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState

/// Turns one pager's positions into tokens, and tokens into positions.
struct Resuming: Sendable {
  let token: @Sendable () throws(ResumeError) -> ResumeToken
  let resume: @Sendable (ResumeToken) throws(ResumeError) -> Void

  init<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>(
    _ engine: PagerEngine,
    of queries: QueryList<InitialQuery, PaginatedQuery>
  ) {
    let list = ListIdentity(
      kind: "queries", documents: [InitialQuery.document, PaginatedQuery.document],
      body: queries.initialRequest.writtenBody(queries.client.dates),
      fingerprint: queries.initialRequest.fingerprint
    ).signature(at: queries.client.endpoint)
    let tokens = ResumeTokens()
    token = { () throws(ResumeError) in
      do throws(ResumeTokenError) {
        return try tokens.write(
          of: tokens, frame: { () throws(ResumeTokenError) in try TokenFrame(list) },
          { mark in engine.read { $0.finishedPosition(after: mark) } }, PageQuery<InitialQuery, PaginatedQuery>.write,
          { ResumeToken(text: String(decoding: $0, as: UTF8.self)) })
      } catch {
        throw ResumeError(error)
      }
    }
    resume = { token throws(ResumeError) in
      let position: ListPosition
      do throws(ResumeTokenError) {
        position = try ListToken(.string(token.text)).position(of: list) { json, end throws(ResumeTokenError) in
          try queries.strategy.frontier(from: json, at: end)
        }
      } catch {
        throw ResumeError(error)
      }
      guard engine.resume(at: position) else { throw .alreadyBegun }
    }
  }
}

extension PageQuery {
  /// The request body; nil if it cannot be written.
  fileprivate func writtenBody(_ dates: DateStrategy?) -> [UInt8]? {
    switch query {
    case .initial(let query): try? query.requestBody(dates: dates)
    case .paginated(let query): try? query.requestBody(dates: dates)
    }
  }

  /// Writes the page info that led to the query in this process. It leads to the same query in another process.
  fileprivate static func write(_ request: ListRequest, to text: inout MemberText) throws(ResumeTokenError) {
    guard let info = open(request).info as? any Encodable else { throw .pageInfoIsNotCodable }
    let value: JSONValue
    do {
      value = try JSONEncoding.value(info, coding: .asTheySay)
    } catch {
      throw .unusable(message: "the page info cannot be encoded: \(error)")
    }
    text.open()
    try text.add("info", value)
    text.close()
  }
}
