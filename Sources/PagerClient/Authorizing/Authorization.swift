import PagerThreads
package import PagerTransport
import Synchronization

/// Why the client asks the authorizer.
public enum AuthorizationReason: String, Sendable, Hashable {
  /// The client has no headers of the authorizer: it has not asked before, or the authorizer failed.
  case start
  /// The server answered 401.
  case unauthorized
}

/// The headers that say who is calling, from one answer of the authorizer.
struct Grant: Sendable {
  let headers: [HTTPHeader]
  let number: UInt64
}

/// The authorizer of a client, and its last answer. Requests that need an answer at the same time share one.
package final class Authorization: Sendable {
  /// Takes the headers, or the error of the authorizer. Called once.
  package typealias Reply = @Sendable (Result<[HTTPHeader], ClientError>) -> Void
  /// Asks for headers. Called without a lock; must not wait.
  package typealias Authorizer = @Sendable (AuthorizationReason, @escaping Reply) -> Void
  typealias GrantReply = @Sendable (Result<Grant, ClientError>) -> Void

  /// A request that waits for a grant. A structure, because the compiler wraps a function each time that it goes into
  /// an array. A waiting request goes into one with each new authorizer, and in the end no stack would hold the call.
  private struct Waiter: Sendable {
    let reply: GrantReply
  }

  private struct Guarded {
    var authorizer: Authorizer?
    var grant: Grant?
    /// Counts grants, and authorizers.
    var lastNumber: UInt64 = 0
    /// The question that is open.
    var question: UInt64?
    var waiting: [Waiter] = []
  }

  private enum Step {
    case go(Grant)
    case ask(Authorizer, UInt64)
    case wait
  }

  private let guarded = Lock(Guarded())
  private let isSet = Atomic(false)

  /// Whether requests need a grant.
  var isNeeded: Bool { isSet.load(ordering: .acquiring) }

  /// Sets the authorizer to ask from now on; nil removes it. The grant of the authorizer before it does not count any
  /// more. The new authorizer also answers the requests that wait for the old one.
  package func set(_ authorizer: Authorizer?) {
    let (waiting, old) = guarded.withLock { guarded in
      let old = exchange(&guarded.authorizer, with: authorizer)
      guarded.grant = nil
      guarded.question = nil
      isSet.store(authorizer != nil, ordering: .releasing)
      return (exchange(&guarded.waiting, with: []), old)
    }
    withExtendedLifetime(old) {}
    for waiter in waiting { grant(after: nil, asks: {}, to: waiter) }
  }

  /// Removes the authorizer, and ends the requests that wait for an answer.
  func close() {
    let (waiting, authorizer) = guarded.withLock { guarded in
      guarded.question = nil
      return (exchange(&guarded.waiting, with: []), guarded.authorizer.take())
    }
    withExtendedLifetime(authorizer) {}
    for waiter in waiting { waiter.reply(.failure(.closed)) }
  }

  /// Gives headers to a request: those of the last answer, or of a new one.
  ///
  /// - Parameters:
  ///   - refused: the number of a grant that the server did not accept. The authorizer is then asked for another grant,
  ///     unless there is a newer one already.
  ///   - asks: called when the authorizer is about to be asked.
  ///   - reply: called once; before this returns if there is a grant.
  func grant(after refused: UInt64?, asks: () -> Void, then reply: @escaping GrantReply) {
    grant(after: refused, asks: asks, to: Waiter(reply: reply))
  }

  private func grant(after refused: UInt64?, asks: () -> Void, to waiter: Waiter) {
    let step = guarded.withLock { guarded -> Step in
      guard let authorizer = guarded.authorizer else { return .go(Grant(headers: [], number: guarded.lastNumber)) }
      if let grant = guarded.grant, grant.number != refused { return .go(grant) }
      guarded.waiting.append(waiter)
      guard guarded.question == nil else { return .wait }
      guarded.lastNumber += 1
      guarded.question = guarded.lastNumber
      return .ask(authorizer, guarded.lastNumber)
    }
    switch step {
    case .go(let grant): waiter.reply(.success(grant))
    case .wait: break
    case .ask(let authorizer, let question):
      asks()
      authorizer(refused == nil ? .start : .unauthorized) { [weak self] in self?.receive($0, to: question) }
    }
  }

  private func receive(_ result: Result<[HTTPHeader], ClientError>, to question: UInt64) {
    let answer = guarded.withLock { guarded -> (Result<Grant, ClientError>, [Waiter])? in
      // The client got another authorizer meanwhile.
      guard guarded.question == question else { return nil }
      guarded.question = nil
      let result = result.map { Grant(headers: $0, number: question) }
      guarded.grant = try? result.get()
      return (result, exchange(&guarded.waiting, with: []))
    }
    guard let (result, waiting) = answer else { return }
    for waiter in waiting { waiter.reply(result) }
  }
}

extension RequestOptions {
  /// Adds the grant's headers. The request's own headers replace those of the same name.
  func with(_ grant: Grant?) -> RequestOptions {
    guard let grant, !grant.headers.isEmpty else { return self }
    var options = self
    options.headers = grant.headers.replacing(with: headers)
    return options
  }
}
