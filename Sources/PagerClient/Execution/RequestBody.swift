/// Writes the body of a request when it is about to leave.
package struct RequestBody: Sendable {
  /// Whether the server may do it twice: false for a mutation.
  let isRepeatable: Bool
  /// How many times the number of items of its page is halved before it leaves for the first time.
  let halvings: Int
  private let whole: @Sendable () throws -> [UInt8]
  private let smaller: (@Sendable (_ halvings: Int) throws -> [UInt8]?)?

  package init(isRepeatable: Bool = true, _ body: @escaping @Sendable () throws -> [UInt8]) {
    self.isRepeatable = isRepeatable
    halvings = 0
    whole = body
    smaller = nil
  }

  /// One that asks for a page.
  ///
  /// - Parameter smaller: writes it with the number of items halved so many times, at least once; nil where there is no page
  ///   as small.
  package init(
    halvings: Int, _ body: @escaping @Sendable () throws -> [UInt8],
    smaller: @escaping @Sendable (_ halvings: Int) throws -> [UInt8]?
  ) {
    isRepeatable = true
    self.halvings = halvings
    whole = body
    self.smaller = smaller
  }

  /// Writes it with the number of items halved so many times; nil if there is no page that small.
  func bytes(halvings: Int) throws -> [UInt8]? { halvings > 0 ? try smaller?(halvings) : try whole() }
}
