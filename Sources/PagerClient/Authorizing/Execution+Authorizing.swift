import PagerCache
import PagerLocks
import PagerTransport

/// Sending with headers that an authorizer gives.
extension Execution {
  func authorize(_ body: [UInt8], _ entry: CacheEntry?) {
    let refused = progress.withLock { $0.refusedGrant }
    channel.authorization.grant(after: refused) {
      note(.authorizing, .authorizing(refused == nil ? .start : .unauthorized))
    } then: { [self] result in
      executor.execute { [self] in
        switch result {
        case .success(let grant): post(body, entry, grant)
        case .failure(let error): end(.failed(error, attempts: attempts))
        }
      }
    }
  }

  /// Whether an answer says that the grant is no good any more, and the request has not been told so before.
  func isRefused(_ result: Result<HTTPResponse, TransportError>, _ grant: Grant?) -> Bool {
    guard grant != nil, case .success(let response) = result, response.status == 401 else { return false }
    return progress.withLock { $0.refusedGrant == nil }
  }

  /// Sends the request once more, with another grant. The server did nothing for it, so that a mutation may be, too.
  func sendAuthorizedAnew(_ grant: Grant) {
    let (body, entry) = progress.withLock { progress in
      progress.refusedGrant = grant.number
      return (progress.body, progress.entry)
    }
    guard leaveAgain() else { return }
    send(body, entry)
  }
}

extension RequestOptions {
  /// With headers that those of the request itself take the place of.
  func with(_ grant: Grant?) -> RequestOptions {
    guard let grant, !grant.headers.isEmpty else { return self }
    var options = self
    options.headers = grant.headers.replacing(with: headers)
    return options
  }
}
