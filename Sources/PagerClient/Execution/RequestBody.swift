/// Writes the body of a request when it is about to leave.
package struct RequestBody: Sendable {
  /// Whether the server may carry out the request twice: false for a mutation.
  let isRepeatable: Bool
  /// How many times the number of items of the page is halved before the request leaves for the first time.
  let halvings: Int
  private let whole: @Sendable () throws -> [UInt8]
  private let smaller: (@Sendable (_ halvings: Int) throws -> [UInt8]?)?

  package init(isRepeatable: Bool = true, _ body: @escaping @Sendable () throws -> [UInt8]) {
    self.isRepeatable = isRepeatable
    halvings = 0
    whole = body
    smaller = nil
  }

  /// A body that asks for a page.
  ///
  /// - Parameter smaller: writes the body with the number of items halved this many times, at least once; nil if the
  ///   page cannot be that small.
  package init(
    halvings: Int, _ body: @escaping @Sendable () throws -> [UInt8],
    smaller: @escaping @Sendable (_ halvings: Int) throws -> [UInt8]?
  ) {
    isRepeatable = true
    self.halvings = halvings
    whole = body
    self.smaller = smaller
  }

  /// Writes the body with the number of items halved this many times; nil if the page cannot be that small.
  func bytes(halvings: Int) throws -> [UInt8]? { halvings > 0 ? try smaller?(halvings) : try whole() }
}
