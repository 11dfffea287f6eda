public import PagerClient
import Synchronization

extension QueryPager {
  /// Whether errors of the server are failures also where a page has data beside them. False by default.
  ///
  /// Such a page is kept and is an output as ever; a ``PageErrors`` follows it, and what asked for the page ends. `loadNext`
  /// goes on after it, and so does `loadAll(fetchFromInitialPage: false)`. Holds for the pages that arrive from then on.
  public var isStrict: Bool {
    get { coordinator.strictness.isStrict }
    set { coordinator.strictness.isStrict = newValue }
  }
}

/// The errors of a page, as a strict pager tells its subscribers.
public struct PageErrors: Error, Sendable, Hashable {
  /// At least one, in the order of the server.
  public let errors: [GraphQLError]

  public init(errors: [GraphQLError]) {
    self.errors = errors
  }
}

extension PageErrors: CustomStringConvertible {
  public var description: String {
    "the server answered with errors; the first error: \(errors.first?.message ?? "without a message")"
  }
}

/// What a pager's user says of errors, for those who read and tell its pages.
final class Strictness: Sendable {
  private let value = Atomic(false)

  var isStrict: Bool {
    get { value.load(ordering: .relaxed) }
    set { value.store(newValue, ordering: .relaxed) }
  }
}
