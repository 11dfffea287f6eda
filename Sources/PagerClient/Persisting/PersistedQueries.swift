import PagerThreads
package import PagerTransport

/// What a client knows about the hashes of its queries, and about its server's support for them.
package final class PersistedQueries: Sendable {
  /// What the server has shown of its support for hashes.
  enum Standing: Sendable, Hashable {
    case unknown
    case taken
    /// From then on the client sends queries as they are.
    case refused
  }

  private struct Guarded {
    var standing = Standing.unknown
    var usesGet: Bool
  }

  private let options: PersistedQueryOptions
  private let guarded: Lock<Guarded>
  private let documents = DocumentMemo<PersistedDocument?>()

  /// Nil if the client sends queries as they are.
  package init?(_ options: PersistedQueryOptions) {
    guard options.isEnabled else { return nil }
    self.options = options
    guarded = Lock(Guarded(usesGet: options.usesGet))
  }

  var standing: Standing { guarded.withLock { $0.standing } }

  /// What to send for a request, and after each answer to it.
  func step(for request: TransportRequest) -> ChainedStep {
    guard standing != .refused, let forms = forms(of: request) else { return ChainedStep(request) }
    // A cache on the way may answer GET, and a proxy may send it again.
    guard request.isRepeatable, let get = forms.get, guarded.withLock({ $0.usesGet }) else { return hashed(forms) }
    return ChainedStep(get) { [self] result in
      let answer = PersistedAnswer(result)
      switch answer {
      case .noGet:
        guarded.withLock { $0.usesGet = false }
        return hashed(forms, because: "get_refused")
      case .tooLong:
        return hashed(forms, because: "address_too_long")
      default:
        return step(after: answer, forms)
      }
    }
  }

  private func hashed(_ forms: PersistedForms, because reason: String? = nil) -> ChainedStep {
    ChainedStep(forms.hashed, because: reason) { self.step(after: PersistedAnswer($0), forms) }
  }

  /// What follows the answer to a hash.
  private func step(after answer: PersistedAnswer, _ forms: PersistedForms) -> ChainedStep? {
    switch answer {
    case .taken:
      learn(.taken)
      return nil
    case .notFound:
      learn(.taken)
      return ChainedStep(forms.whole, because: "hash_unknown") { [self] result in
        guard PersistedAnswer(result) == .notSupported else { return nil }
        learn(.refused)
        return ChainedStep(forms.plain, because: "hash_refused")
      }
    case .notSupported:
      learn(.refused)
      return ChainedStep(forms.plain, because: "hash_refused")
    case .refused where standing == .unknown:
      // The request itself may be the reason: only an answer to the plain request shows that the hash was the reason.
      return ChainedStep(forms.plain, because: "hash_refused") { [self] result in
        if PersistedAnswer(result) == .taken { learn(.refused) }
        return nil
      }
    case .refused, .noGet, .tooLong, .other:
      return nil
    }
  }

  private func learn(_ standing: Standing) {
    guarded.withLock { if $0.standing != .refused { $0.standing = standing } }
  }

  private func forms(of request: TransportRequest) -> PersistedForms? {
    guard let members = PersistedMembers(request.body), let document = document(members.query) else { return nil }
    return PersistedForms(request, members, document, usesGet: options.usesGet)
  }

  private func document(_ query: String) -> PersistedDocument? {
    documents.value(of: query) { PersistedDocument(query, isRead: options.usesGet) }
  }
}

/// Sends requests with hashes in place of their queries. The layers above do not notice: a cache, a recording and the
/// rules for repeating requests see the original request and the answer to it.
package struct PersistingTransport: LayeredTransport {
  package let transport: any Transport
  private let queries: PersistedQueries
  private let transfers: ChainedTransfers

  /// - Parameter queries: the knowledge that all transports of a client share.
  package init(_ transport: any Transport, _ queries: PersistedQueries) {
    self.transport = transport
    self.queries = queries
    transfers = ChainedTransfers(transport)
  }

  package func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    try transfers.send(queries.step(for: request), completion: completion)
  }

  package func cancel(_ transfer: TransferID) {
    transfers.cancel(transfer)
  }
}

extension PersistedQueries {
  /// The transport with hashes, if the options ask for them.
  package static func over(_ transport: any Transport, _ queries: PersistedQueries?) -> any Transport {
    queries.map { PersistingTransport(transport, $0) } ?? transport
  }
}

/// Whether a request names its query by a hash, as Apollo's automatic persisted queries do.
///
/// If the server does not know a hash, the client sends the query with it once, and the server knows the hash from then
/// on. A server that does not support hashes gets whole queries. `true` and `false` are valid values, too.
public struct PersistedQueryOptions: Sendable, Hashable, ExpressibleByBooleanLiteral {
  /// Whether requests name their queries by hashes.
  public var isEnabled: Bool
  /// Whether queries with a hash go by GET, so that caches on the way can answer.
  ///
  /// A mutation never goes by GET, nor does a query with more than about 4,000 bytes of variables.
  public var usesGet: Bool

  /// Makes options. By default requests name their queries by hashes, and all requests are POST.
  public init(isEnabled: Bool = true, usesGet: Bool = false) {
    self.isEnabled = isEnabled
    self.usesGet = usesGet
  }

  public init(booleanLiteral value: Bool) {
    self.init(isEnabled: value)
  }

  /// Each request contains its query.
  public static let never = PersistedQueryOptions(isEnabled: false)
}
